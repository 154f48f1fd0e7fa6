/** Groups of users that can be mentioned: for back ends, under `/v2`, and for clients, under `/v2/c`. */
import { z } from "zod";
import { organizationMembers } from "../compat.ts";
import { endpoint, integer } from "../endpoint.ts";
import { GroupId, UserId } from "../ids.ts";
import { limits } from "../limits.ts";
import { StorableText } from "../storable.ts";

const tag = "Groups";
const path = z.object({ groupId: GroupId });
const invalidBody = "BAD_REQUEST";

export const Group = z
  .strictObject({
    type: z.literal("group"),
    id: GroupId,
    organizationId: z.string(),
    tenantId: z.string().meta({ description: "The older name of `organizationId`.", deprecated: true }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime().meta({ description: "When a member was last added or removed." }),
    scopes: z.strictObject({
      mention: z.literal(true).optional().meta({ description: "Present if users can mention the group." }),
    }),
    members: z.array(z.strictObject({ id: z.string(), addedAt: z.iso.datetime() })),
  })
  .meta({
    id: "Group",
    description: "Users who can be mentioned together. Groups in room accesses and ID tokens are independent.",
  });

const memberIds = z.array(UserId);
const members = z.object({ memberIds }).meta({ id: "GroupMembers" });

const page = {
  query: z.object({
    limit: integer({ min: 1, max: limits.pageSizeMax, default: limits.pageSize, description: "Groups per page." }),
    startingAfter: z.string().optional().meta({ description: "The `nextCursor` of the previous page." }),
  }),
  returns: z.strictObject({
    data: z.array(Group),
    nextCursor: z.string().nullable().meta({ description: "Null on the last page." }),
  }),
};

export const createGroup = endpoint({
  id: "create-group",
  route: "POST /v2/groups",
  tag,
  summary: "Create group",
  description: "Group ids are unique in a project. The limit `membersPerGroup` sets the maximum number of members.",
  auth: "secret",
  invalidBody,
  body: z
    .object({
      id: GroupId.optional().meta({ description: "Required." }),
      groupId: GroupId.optional().meta({ description: "Alias of `id`.", deprecated: true }),
      memberIds: memberIds.optional(),
      scopes: z
        .object({ mention: z.boolean().optional() })
        .optional()
        .meta({ description: "Defaults to `{ mention: true }`. Without `mention`, users cannot mention the group." }),
      ...organizationMembers,
    })
    .meta({ id: "GroupDraft" }),
  returns: Group,
  errors: ["RESOURCE_ALREADY_EXISTS", "PROJECT_FULL"],
});

export const listGroups = endpoint({
  id: "list-groups",
  route: "GET /v2/groups",
  tag,
  summary: "List groups",
  auth: "secret",
  ...page,
});

export const getGroup = endpoint({
  id: "get-group",
  route: "GET /v2/groups/{groupId}",
  tag,
  summary: "Get group",
  auth: "secret",
  path,
  returns: Group,
  errors: ["RESOURCE_NOT_FOUND"],
});

export const deleteGroup = endpoint({
  id: "delete-group",
  route: "DELETE /v2/groups/{groupId}",
  tag,
  summary: "Delete group",
  description: "Deleting a group that does not exist succeeds.",
  auth: "secret",
  path,
  returns: { empty: true },
  status: 204,
});

export const addGroupMembers = endpoint({
  id: "add-group-members",
  route: "POST /v2/groups/{groupId}/add-members",
  tag,
  summary: "Add group members",
  description: "Existing members don't change.",
  auth: "secret",
  path,
  invalidBody,
  body: members,
  returns: Group,
  errors: ["RESOURCE_NOT_FOUND"],
});

export const removeGroupMembers = endpoint({
  id: "remove-group-members",
  route: "POST /v2/groups/{groupId}/remove-members",
  tag,
  summary: "Remove group members",
  description: "Users who are not members are ignored.",
  auth: "secret",
  path,
  invalidBody,
  body: members,
  returns: Group,
  errors: ["RESOURCE_NOT_FOUND"],
});

export const listUserGroups = endpoint({
  id: "list-user-groups",
  route: "GET /v2/users/{userId}/groups",
  tag,
  summary: "List groups of a user",
  auth: "secret",
  path: z.object({ userId: UserId }),
  ...page,
});

export const findGroupsAsUser = endpoint({
  id: "find-groups-as-user",
  route: "POST /v2/c/groups/find",
  tag,
  summary: "Get groups by id as user",
  description: "Omits groups that don't exist, can't be mentioned or belong to another organization than the user.",
  auth: "personal",
  body: z.object({ groupIds: z.array(StorableText).max(limits.groupsPerCall) }),
  returns: z.strictObject({ groups: z.array(Group) }),
});

export const groupEndpoints = [
  createGroup,
  listGroups,
  getGroup,
  deleteGroup,
  addGroupMembers,
  removeGroupMembers,
  listUserGroups,
  findGroupsAsUser,
] as const;
