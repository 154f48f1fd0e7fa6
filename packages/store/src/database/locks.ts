import type { RoomAddress } from "@weft/protocol";

/**
 * A name that a unit holds from its first statement to its end. While a unit holds it, no other one does, unless both
 * share it. What a unit tests before it writes, that something exists, or how many there are, stays true until it has
 * written: whatever changes it holds the same name.
 *
 * Only units that different processes run at the same time need this. Units of one process are run one after another.
 */
export interface Lock {
  readonly lock: string;
  readonly shared: boolean;
}

const named = (shared: boolean, ...parts: readonly string[]): Lock => ({ lock: JSON.stringify(parts), shared });

type InRoom = { readonly project: string; readonly room: string };

/** A team: its members, its single sign-on, its tokens, and whether it has projects. */
export const lockTeam = (team: string) => named(false, "team", team);
/** For what needs the team to stay. */
export const shareTeam = (team: string) => named(true, "team", team);

/** A domain that at most one team has verified. */
export const lockDomain = (domain: string) => named(false, "domain", domain);

/** A project, and how many it has of what is counted: groups, copilots, knowledge sources, webhook endpoints. */
export const lockProject = (project: string) => named(false, "project", project);
export const shareProject = (project: string) => named(true, "project", project);

/** The chats of a user of a project. */
export const lockChats = (project: string, user: string) => named(false, "chats", project, user);

/** Which endpoints of a project are enabled. */
export const lockWebhooks = (project: string) => named(false, "webhooks", project);
export const shareWebhooks = (project: string) => named(true, "webhooks", project);

/** A room, for its deletion, and for what is counted or bounded in it. */
export const lockRoom = ({ project, room }: InRoom | RoomAddress) => named(false, "room", project, room);
/** For what is added to a room, or changed in it. */
export const shareRoom = ({ project, room }: InRoom | RoomAddress) => named(true, "room", project, room);

export const lockThread = ({ project, room }: InRoom, thread: string) => named(false, "thread", project, room, thread);
export const lockFeed = ({ project, room }: InRoom, feed: string) => named(false, "feed", project, room, feed);

/** The inbox notifications of a project, for their deletion. */
export const lockInboxes = (project: string) => named(false, "inboxes", project);
/** For what adds notifications unless they were deleted. */
export const shareInboxes = (project: string) => named(true, "inboxes", project);

/**
 * What is counted of all projects. One name: a batch has rows of many projects, in an order in which two batches might wait for
 * each other.
 */
export const lockCounts = named(false, "counts");

export const lockUpload = (upload: string) => named(false, "upload", upload);
/** Files and uploads that expire, whatever their project. */
export const lockExpiringFiles = named(false, "expiring files");
/** For what keeps such a file. */
export const shareExpiringFiles = named(true, "expiring files");
