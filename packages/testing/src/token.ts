/** Tokens of a test: what they say is taken for granted. */
import type { JsonObject, Permission } from "@weft/protocol";

export interface TestUser {
  readonly id: string | undefined;
  readonly info: JsonObject | undefined;
  readonly permissions: readonly Permission[];
}

const lifetimeSeconds = 3_600;

export function tokenOf({ id, info, permissions }: TestUser, now: number): string {
  const issuedAt = Math.floor(now / 1_000);
  const payload = {
    k: "acc",
    pid: "test",
    ...(id === undefined ? {} : { uid: id }),
    ...(info === undefined ? {} : { ui: info }),
    perms: { "*": permissions },
    iat: issuedAt,
    exp: issuedAt + lifetimeSeconds,
  };
  return ["test", Buffer.from(JSON.stringify(payload)).toString("base64url"), "unsigned"].join(".");
}

export function userOfToken(token: string): TestUser {
  const [, payload = ""] = token.split(".");
  const { uid, ui, perms } = JSON.parse(Buffer.from(payload, "base64url").toString()) as {
    readonly uid?: string;
    readonly ui?: JsonObject;
    readonly perms: Readonly<Record<"*", readonly Permission[]>>;
  };
  return { id: uid, info: ui, permissions: perms["*"] };
}
