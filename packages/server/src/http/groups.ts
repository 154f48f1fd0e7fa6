import type { GroupPage, GroupRecord } from "@weft/collab";
import {
  addGroupMembers,
  createGroup,
  deleteGroup,
  findGroupsAsUser,
  getGroup,
  listGroups,
  listUserGroups,
  organizationOf,
  removeGroupMembers,
  WeftError,
} from "@weft/protocol";
import { implement, routes } from "./route.ts";

export const groupRoutes = routes(
  implement(createGroup, async ({ project, body }, { groups }) => {
    const { groupId, id = groupId, memberIds, scopes } = body;
    if (id === undefined)
      throw new WeftError("BAD_REQUEST", {
        message: "Missing key: 'groupId'.",
        suggestion: "Send the id of the group as 'groupId', or as 'id'.",
      });
    const mention = scopes === undefined || scopes.mention === true;
    return describeGroup(
      await groups.create(project.id, id, { memberIds, mention, organizationId: organizationOf(body) }),
    );
  }),
  implement(listGroups, async ({ project, query }, { groups }) => describePage(await groups.list(project.id, query))),
  implement(getGroup, async ({ project, path }, { groups }) =>
    describeGroup(await groups.get(project.id, path.groupId)),
  ),
  implement(deleteGroup, ({ project, path }, { groups }) => groups.delete(project.id, path.groupId)),
  implement(addGroupMembers, async ({ project, path, body }, { groups }) =>
    describeGroup(await groups.addMembers(project.id, path.groupId, body.memberIds)),
  ),
  implement(removeGroupMembers, async ({ project, path, body }, { groups }) =>
    describeGroup(await groups.removeMembers(project.id, path.groupId, body.memberIds)),
  ),
  implement(listUserGroups, async ({ project, path, query }, { groups }) =>
    describePage(await groups.listOfUser(project.id, path.userId, query)),
  ),
  implement(findGroupsAsUser, async ({ person, body }, { groups }) => {
    const found = await groups.mentionable(person.project, person.organizationId, body.groupIds);
    return { groups: found.map(describeGroup) };
  }),
);

/** A group as REST shows it. */
export function describeGroup({ id, organizationId, createdAt, updatedAt, mention, members }: GroupRecord) {
  return {
    type: "group",
    id,
    organizationId,
    tenantId: organizationId,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    scopes: mention ? ({ mention: true } as const) : {},
    members: members.map((member) => ({ id: member.id, addedAt: new Date(member.addedAt).toISOString() })),
  } as const;
}

function describePage({ groups, nextCursor }: GroupPage) {
  return { data: groups.map(describeGroup), nextCursor };
}
