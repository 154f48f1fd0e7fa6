import type { ProjectRecord } from "@weft/collab";
import { nodesIn, storageDocument } from "@weft/crdt";
import {
  createDevtoolsToken,
  disconnectUser,
  getVersionStorage,
  listProjectRooms,
  nodeTypeKeyFor,
  restoreVersion,
  testAccess,
  WeftError,
} from "@weft/protocol";
import type { RoomAddress } from "@weft/protocol";
import { Encoded } from "../http/route.ts";
import { encodeInSlices } from "../text-in-slices.ts";
import type { SiteContext } from "./site-context.ts";
import { actorOf, implementSite, siteRoutesOf } from "./site-route.ts";

/** The client asks for another token when this one expires. */
const devtoolsTokenMs = 5 * 60_000;

/** The rooms of a project, as members of its team view and manage them. */
export const roomRoutes = siteRoutesOf(
  implementSite(listProjectRooms, ({ project, query }, { projectRooms }) => projectRooms.list(project.id, query)),

  implementSite(testAccess, ({ project, path, body }, { projectRooms }) =>
    projectRooms.testAccess(project.id, path.roomId, body),
  ),

  implementSite(getVersionStorage, async ({ project, path }, services) => {
    const lines = await services.versions.storage(await existing(project, path.roomId, services), path.versionId);
    const document = storageDocument(nodesIn(lines), { kind: "lson", nodeTypeKey: nodeTypeKeyFor({}) });
    return new Encoded(await encodeInSlices(document));
  }),

  implementSite(restoreVersion, async (call, services) => {
    const { project, path, membership } = call;
    if (project.deletesAt !== undefined) throw new WeftError("PROJECT_CLOSED");
    const room = await existing(project, path.roomId, services);
    const { id } = await services.versions.restore(room, path.versionId);
    const target = { kind: "room", id: room.room };
    await services.site.teams.note(membership.team.id, actorOf(call), "api.restore-version", target);
    return { previousVersionId: id };
  }),

  implementSite(disconnectUser, async (call, services) => {
    const { project, path, membership } = call;
    if (project.deletesAt !== undefined) throw new WeftError("PROJECT_CLOSED");
    const room = await existing(project, path.roomId, services);
    if (!(await services.gateway.disconnect(room, Number(path.connectionId))))
      throw new WeftError("RESOURCE_NOT_FOUND", { message: "This connection is closed." });
    const target = { kind: "room", id: room.room };
    await services.site.teams.note(membership.team.id, actorOf(call), "api.disconnect-user", target);
  }),

  implementSite(createDevtoolsToken, async (call, services) => {
    const { project, path, body, membership, account } = call;
    if (project.deletesAt !== undefined) throw new WeftError("PROJECT_CLOSED");
    const room = await services.rooms.find(project.id, path.roomId);
    if (room === undefined) throw new WeftError("ROOM_NOT_FOUND");
    const grant = {
      userId: `dashboard:${account.person.id}`,
      userInfo: { name: account.person.firstName },
      organizationId: room.organizationId,
      permissions: [[room.id, [body.writes ? "room:write" : "room:read"]]] as const,
      lifetimeMs: devtoolsTokenMs,
    };
    const token = await services.tokens.issueAccessToken(project.id, grant, services.now());
    const target = { kind: "room", id: room.id };
    if (body.writes) await services.site.teams.note(membership.team.id, actorOf(call), "api.devtools-token", target);
    return { token };
  }),
);

async function existing({ id }: ProjectRecord, roomId: string, { rooms }: SiteContext): Promise<RoomAddress> {
  const room = await rooms.find(id, roomId);
  if (room === undefined) throw new WeftError("ROOM_NOT_FOUND");
  return { project: id, room: room.id };
}
