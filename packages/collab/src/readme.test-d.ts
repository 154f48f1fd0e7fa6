/** The example of the README, so that it is type-checked. `scripts/readmes.test.ts` compares the two. */
import type { ProjectId } from "@weft/protocol";
import {
  createCursors,
  createProjects,
  createRooms,
  createSeal,
  createSigningKeys,
  createTokens,
  type ProjectRecords,
  type RoomRecord,
  type RoomRecords,
  type SigningKeyRecords,
} from "./index.ts";

declare const store: { readonly projects: ProjectRecords & SigningKeyRecords; readonly rooms: RoomRecords };
declare const masterKey: Uint8Array;
declare const gateway: { reassess(project: ProjectId, room: RoomRecord): void };
declare const request: { readonly headers: { readonly authorization?: string } };
declare const now: number;

// The example:
const projects = createProjects({ records: store.projects });
const signingKeys = createSigningKeys({ records: store.projects, seal: createSeal(masterKey) });
const tokens = createTokens({ project: (id) => projects.find(id), signingKeys });
const rooms = createRooms({
  records: store.rooms,
  cursors: createCursors(masterKey),
});
rooms.listen({ roomUpdated: (project, _before, after) => gateway.reassess(project, after) });

// REST: find the project of a secret key.
const project = await projects.authenticateSecret(request.headers.authorization);
const token = await tokens.issueAccessToken(project.id, { userId: "ada", permissions: [["doc-*", ["*:write"]]] }, now);

// Socket: check whether the user may enter, and with which permissions.
const claims = await tokens.verify(token, now);
const { scopes, matrix } = await rooms.enter(claims.project, "doc-1", claims);

export { matrix, scopes };
