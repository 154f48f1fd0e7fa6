import type { ProjectId, RoomId } from "@weft/protocol";

/** A user who was connected to a room of the project, or has written in one. */
export interface SeenUser {
  readonly id: string;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
}

/** A room that a user entered, and when they did last. */
export interface VisitedRoom {
  readonly room: RoomId;
  readonly enteredAt: number;
}

/** The users of projects. The activity that is written lists them: see `ActivityRecords.write`. */
export interface UserRecords {
  find(project: ProjectId, id: string): Promise<SeenUser | undefined>;
  /** Those who were seen last come first. */
  list(
    project: ProjectId,
    page: { readonly limit: number; readonly after?: Pick<SeenUser, "lastSeenAt" | "id"> },
  ): Promise<readonly SeenUser[]>;
  /** Users whose id begins with `prefix`, by id. */
  search(
    project: ProjectId,
    prefix: string,
    page: { readonly limit: number; readonly after?: string },
  ): Promise<readonly SeenUser[]>;
  /** Rooms that the user entered, as far as the event log tells, the latest first. */
  visited(project: ProjectId, id: string, limit: number): Promise<readonly VisitedRoom[]>;
}
