import type { ProjectId, RoomAddress } from "@weft/protocol";
import type { InboxRecord } from "../notifications/inbox-records.ts";
import type { SubscriptionRecord } from "../threads/thread-records.ts";

/** Rows of a page, and where the next page begins; `next` is absent from the last one. */
export interface ExportPage<Row, Place> {
  readonly rows: readonly Row[];
  readonly next?: Place;
}

/** What belongs to users, read whole, page by page, in the order of its keys. */
export interface ExportContents {
  /** Subscriptions to threads of a room, those that users ended among them. */
  subscriptions(
    room: RoomAddress,
    limit: number,
    after?: readonly [thread: string, user: string],
  ): Promise<ExportPage<SubscriptionRecord, readonly [thread: string, user: string]>>;
  /** Inbox notifications of every user. */
  inbox(
    project: ProjectId,
    limit: number,
    after?: readonly [user: string, id: string],
  ): Promise<ExportPage<InboxRecord & { readonly userId: string }, readonly [user: string, id: string]>>;
  /** Stored notification settings, as JSON; those of the project itself have an empty user. */
  notificationSettings(
    project: ProjectId,
    limit: number,
    after?: string,
  ): Promise<ExportPage<{ readonly userId: string; readonly settings: string }, string>>;
}
