import type { ProjectId, RoomId } from "@weft/protocol";
import type { UserProfile } from "./user-profile.ts";

/** A user who was connected to a room of the project, or has written in one. */
export interface SeenUser extends UserProfile {
  readonly id: string;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
}

/** A room that a user entered, and when they did last. */
export interface VisitedRoom {
  readonly room: RoomId;
  readonly enteredAt: number;
}

/** A place in a list of users, which is in the order of the time at which they were last seen. */
export type UserPlace = Pick<SeenUser, "lastSeenAt" | "id">;

export interface UserPageRequest {
  readonly limit: number;
  readonly after?: UserPlace | undefined;
  /** Those who were not seen for longest come first. Defaults to those who were seen last. */
  readonly ascending?: boolean;
}

/** The users of projects. The activity that is written lists them: see `ActivityRecords.write`. */
export interface UserRecords {
  find(project: ProjectId, id: string): Promise<SeenUser | undefined>;
  /** Those of these ids, in no order. */
  among(project: ProjectId, ids: readonly string[]): Promise<readonly SeenUser[]>;
  list(project: ProjectId, page: UserPageRequest): Promise<readonly SeenUser[]>;
  /**
   * Users whose id or name holds a text, whatever the case of its Latin letters. Looks at `lookAt` users, about: where few
   * match, the page is short, or empty. `next` is undefined after the last page.
   */
  search(
    project: ProjectId,
    text: string,
    page: UserPageRequest & { readonly lookAt: number },
  ): Promise<{ readonly users: readonly SeenUser[]; readonly next: UserPlace | undefined }>;
  /** Rooms that the user entered, as far as the event log tells, the latest first. */
  visited(project: ProjectId, id: string, limit: number): Promise<readonly VisitedRoom[]>;
}
