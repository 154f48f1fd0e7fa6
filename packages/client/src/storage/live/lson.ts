import type { Json } from "@weft/protocol/types";
import type { LiveBase } from "./live-base.ts";

/** What Storage may contain: JSON values, and structures that several clients can edit at the same time. */
export type Lson = Json | LiveBase;
/** An object of live structures and JSON, such as the root of Storage. */
export type LsonObject = { [key: string]: Lson | undefined };

/** The type of a value after `toJSON`. Interfaces are taken for what they are, though they have no index signature. */
export type ToJson<L> =
  L extends LiveBase<infer _N, infer J> ? J : L extends Json ? L : L extends object ? ObjectJson<L> : never;

export type ObjectJson<O> = {
  readonly [K in keyof O]: ToJson<Exclude<O[K], undefined>> | (undefined extends O[K] ? undefined : never);
};
