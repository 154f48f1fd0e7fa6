import type { Entrance, RoomCredential } from "@weft/collab";
import type { AccessMatrix, Level, Needs, ProjectId } from "@weft/protocol";
import { WeftError } from "@weft/protocol";
import type { Services } from "./services.ts";

/** Somebody who has shown a user's token or a public key: genuine, and nothing is known of their rights yet. */
export interface Visitor {
  readonly project: ProjectId;
  readonly credential: RoomCredential;
  /** By whom calls are counted: the user, or the address of whoever has no name. */
  readonly countedAs: string;
}

/** A visitor in a room that they may enter. */
export interface Visit {
  readonly project: ProjectId;
  readonly entrance: Entrance;
}

/** INVALID_TOKEN, TOKEN_EXPIRED, INVALID_PUBLIC_KEY, ORIGIN_NOT_ALLOWED, PROJECT_CLOSED. */
export async function identify(
  authorization: string,
  page: string | undefined,
  address: string,
  { accounts, tokens, now }: Pick<Services, "accounts" | "tokens" | "now">,
): Promise<Visitor> {
  const sent = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? "";
  if (!sent.startsWith("pk_")) {
    const claims = await tokens.verify(sent, now());
    return { project: claims.project, credential: claims, countedAs: `${claims.project}\n${claims.userId}` };
  }
  const project = await accounts.authenticatePublic(sent, page);
  const credential = { kind: "publicKey", createsRooms: project.publicKeyCreatesRooms } as const;
  return { project: project.id, credential, countedAs: `${project.id}\n@${address}` };
}

const ranks: { readonly [L in Level]: number } = { none: 0, read: 1, write: 2 };

/** Lets a visitor into a room as a socket would be let in. UNAUTHORIZED_ROOM_ACCESS, also when they lack a right. */
export async function enter(
  { project, credential }: Visitor,
  room: string,
  needs: Needs,
  rooms: Pick<Services["rooms"], "enter">,
): Promise<Visit> {
  const entrance = await rooms.enter(project, room, credential);
  for (const [resource, level] of Object.entries(needs) as [keyof AccessMatrix, Level][])
    if (ranks[entrance.matrix[resource]] < ranks[level]) throw new WeftError("UNAUTHORIZED_ROOM_ACCESS");
  return { project, entrance };
}
