import type { AccessMatrix, Level } from "@weft/protocol";

/** What a message may be about, where not every connection may read it. */
export type Audience = "everyone" | Exclude<keyof AccessMatrix, "room">;

/** Audiences as bits: those that a connection belongs to, or that a message is for. */
export type Audiences = number;

const bits = { storage: 1, commentsPublic: 2, commentsPrivate: 4, feeds: 8 } as const;

/** Messages for everyone carry no bit: no connection is kept from them. */
export const everyone: Audiences = 0;

export function bitOf(audience: Audience): Audiences {
  return audience === "everyone" ? everyone : bits[audience];
}

/** The audiences of a connection: the resources that it may read. A level that is absent is `none`. */
export function audiencesOf(levels: { readonly [R in keyof typeof bits]?: Level }): Audiences {
  let all = 0;
  for (const resource of Object.keys(bits) as (keyof typeof bits)[])
    if ((levels[resource] ?? "none") !== "none") all |= bits[resource];
  return all;
}

/** Whether a message for these audiences is for a connection of those. */
export function isIn(audience: Audiences, reads: Audiences): boolean {
  return audience === everyone || (reads & audience) !== 0;
}
