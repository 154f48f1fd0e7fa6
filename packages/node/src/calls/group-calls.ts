import type { GroupData, GroupMemberData, GroupScopes } from "../types/rooms.ts";
import type { IterationOptions, RequestOptions } from "./calls.ts";
import { InboxCalls } from "./inbox-calls.ts";
import { itemsOf } from "./pages.ts";
import type { ListPage, PaginationOptions } from "./pages.ts";
import { dated } from "./wire.ts";
import type { WireForm } from "./wire.ts";

/** Groups of users. */
export abstract class GroupCalls extends InboxCalls {
  async createGroup(
    params: {
      groupId: string;
      memberIds?: string[];
      organizationId?: string;
      /** @deprecated use `organizationId` */
      tenantId?: string;
      scopes?: GroupScopes;
    },
    options?: RequestOptions,
  ): Promise<GroupData> {
    const { groupId, memberIds, organizationId, tenantId, scopes } = params;
    const body = { id: groupId, memberIds, organizationId: organizationId ?? tenantId, scopes };
    return groupOf(await this.json("createGroup", { body, ...options }));
  }

  async getGroup(params: { groupId: string }, options?: RequestOptions): Promise<GroupData> {
    const { groupId } = params;
    return groupOf(await this.json("getGroup", { path: { groupId }, ...options }));
  }

  /** Adds users to a group. Members stay members. */
  async addGroupMembers(
    params: { groupId: string; memberIds: string[] },
    options?: RequestOptions,
  ): Promise<GroupData> {
    const { groupId, memberIds } = params;
    return groupOf(await this.json("addGroupMembers", { path: { groupId }, body: { memberIds }, ...options }));
  }

  /** Removes users from a group. Users who are not members are ignored. */
  async removeGroupMembers(
    params: { groupId: string; memberIds: string[] },
    options?: RequestOptions,
  ): Promise<GroupData> {
    const { groupId, memberIds } = params;
    return groupOf(await this.json("removeGroupMembers", { path: { groupId }, body: { memberIds }, ...options }));
  }

  /** Deletes a group. Deleting one that does not exist succeeds. */
  deleteGroup(params: { groupId: string }, options?: RequestOptions): Promise<void> {
    const { groupId } = params;
    return this.nothing("deleteGroup", { path: { groupId }, ...options });
  }

  /** Lists groups, newest first. */
  async getGroups(
    { limit, startingAfter }: PaginationOptions = {},
    options?: RequestOptions,
  ): Promise<ListPage<GroupData>> {
    const page: WireForm<ListPage<GroupData>> = await this.json("getGroups", {
      query: { limit, startingAfter },
      ...options,
    });
    return { ...page, data: page.data.map(groupOf) };
  }

  /** Goes through groups, newest first. */
  iterGroups({ pageSize, ...options }: IterationOptions = {}) {
    return itemsOf((startingAfter) => this.getGroups({ startingAfter, limit: pageSize }, options));
  }

  /** Lists the groups of a user. */
  async getUserGroups(
    params: { userId: string } & PaginationOptions,
    options?: RequestOptions,
  ): Promise<ListPage<GroupData>> {
    const { userId, limit, startingAfter } = params;
    const page: WireForm<ListPage<GroupData>> = await this.json("getUserGroups", {
      path: { userId },
      query: { limit, startingAfter },
      ...options,
    });
    return { ...page, data: page.data.map(groupOf) };
  }

  /** Goes through the groups of a user. */
  iterUserGroups({ userId }: { userId: string }, { pageSize, ...options }: IterationOptions = {}) {
    return itemsOf((startingAfter) => this.getUserGroups({ userId, startingAfter, limit: pageSize }, options));
  }
}

function groupOf(wire: WireForm<GroupData>): GroupData {
  const group = dated<GroupData>(wire, "createdAt", "updatedAt");
  return { ...group, members: wire.members.map((member) => dated<GroupMemberData>(member, "addedAt")) };
}
