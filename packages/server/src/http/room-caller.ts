import type { RoomAccess, RoomCredential, TokenClaims } from "@weft/collab";
import type { AccessMatrix, Endpoint, Level, Needs, ProjectId } from "@weft/protocol";
import { defaultOrganization, WeftError } from "@weft/protocol";
import type { Services } from "./services.ts";

/** A caller with a verified token or public key, whose rights in a room have not been checked yet. */
export interface RoomCaller {
  readonly project: ProjectId;
  readonly credential: RoomCredential;
  /** Calls are counted by user; those of anonymous callers by address. */
  readonly countedAs: string;
}

/** A room that the caller may enter. */
export interface EnteredRoom {
  readonly project: ProjectId;
  readonly access: RoomAccess;
}

/** A user with a verified token, for calls that concern no room. */
export interface PersonalCaller {
  readonly project: ProjectId;
  readonly userId: string;
  readonly organizationId: string;
  readonly credential: TokenClaims;
}

/** INVALID_TOKEN, TOKEN_EXPIRED, INVALID_PUBLIC_KEY, ORIGIN_NOT_ALLOWED, PROJECT_CLOSED. */
export async function identify(
  authorization: string,
  page: string | undefined,
  address: string,
  { projects, tokens, now }: Pick<Services, "projects" | "tokens" | "now">,
): Promise<RoomCaller> {
  const sent = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? "";
  if (!sent.startsWith("pk_")) {
    const claims = await tokens.verify(sent, now());
    return { project: claims.project, credential: claims, countedAs: `${claims.project}\n${claims.userId}` };
  }
  const project = await projects.authenticatePublic(sent, page);
  const credential = { kind: "publicKey", createsRooms: project.publicKeyCreatesRooms } as const;
  return { project: project.id, credential, countedAs: `${project.id}\n@${address}` };
}

const ranks: { readonly [L in Level]: number } = { none: 0, read: 1, write: 2 };

/**
 * Enters a room with the same checks as a connection. UNAUTHORIZED_ROOM_ACCESS, even if a required right is missing;
 * USER_REQUIRED for an endpoint of users.
 */
export async function enter(
  { project, credential }: RoomCaller,
  room: string,
  { needs = {}, ofUser }: Pick<Endpoint, "needs" | "ofUser">,
  rooms: Pick<Services["rooms"], "enter">,
): Promise<EnteredRoom> {
  const access = await rooms.enter(project, room, credential);
  if (ofUser === true && access.userId === undefined) throw new WeftError("USER_REQUIRED");
  for (const [resource, level] of Object.entries(needs) as [keyof Needs, Level][])
    if (ranks[levelOf(access.matrix, resource)] < ranks[level]) throw new WeftError("UNAUTHORIZED_ROOM_ACCESS");
  return { project, access };
}

function levelOf(matrix: AccessMatrix, resource: keyof Needs): Level {
  if (resource !== "comments") return matrix[resource];
  const { commentsPublic, commentsPrivate } = matrix;
  return ranks[commentsPublic] < ranks[commentsPrivate] ? commentsPrivate : commentsPublic;
}

/** The user whom a token names, outside any room. USER_REQUIRED for a public key. */
export function personOf({ project, credential }: RoomCaller): PersonalCaller {
  if (credential.kind === "publicKey") throw new WeftError("USER_REQUIRED");
  const { userId, organizationId = defaultOrganization } = credential;
  return { project, userId, organizationId, credential };
}
