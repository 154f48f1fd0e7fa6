/**
 * Permission strings and what they add up to.
 *
 *   strings ──grantsOf──► Grants (what is named) ──complete──► AccessMatrix (every resource has a level)
 *                            ▲  overlay, mergePatterns            │
 *                            └──────────── scopesOf ──► the shortest list of strings that says the same
 *
 * A resource that is not named inherits: storage, comments and feeds from the room, both visibilities of comments from
 * comments. Without a level for the room itself there is no entry, whatever else is named.
 */
import type { AccessMatrix, Level, Permission } from "@weft/protocol";
import { matches } from "./pattern.ts";

const resources = ["room", "storage", "comments", "commentsPublic", "commentsPrivate", "feeds"] as const;
type Resource = (typeof resources)[number];

/** What a list of permission strings names; an absent resource inherits. */
export type Grants = { readonly [R in Resource]?: Level };

const rank = { none: 0, read: 1, write: 2 } as const satisfies Record<Level, number>;

const meaning: { readonly [P in Permission]: readonly [Resource, Level] | undefined } = {
  "*:read": ["room", "read"],
  "*:write": ["room", "write"],
  "room:read": ["room", "read"],
  "room:write": ["room", "write"],
  "room:presence:write": undefined,
  "storage:none": ["storage", "none"],
  "storage:read": ["storage", "read"],
  "storage:write": ["storage", "write"],
  "comments:none": ["comments", "none"],
  "comments:read": ["comments", "read"],
  "comments:write": ["comments", "write"],
  "comments:public:none": ["commentsPublic", "none"],
  "comments:public:read": ["commentsPublic", "read"],
  "comments:public:write": ["commentsPublic", "write"],
  "comments:private:none": ["commentsPrivate", "none"],
  "comments:private:read": ["commentsPrivate", "read"],
  "comments:private:write": ["commentsPrivate", "write"],
  "feeds:none": ["feeds", "none"],
  "feeds:read": ["feeds", "read"],
  "feeds:write": ["feeds", "write"],
};

/** Whether `level` reaches `need`. */
export function reaches(level: Level, need: Level): boolean {
  return rank[level] >= rank[need];
}

function highest(a: Level | undefined, b: Level): Level {
  return a !== undefined && reaches(a, b) ? a : b;
}

/** The highest level that the list names, resource by resource. */
export function grantsOf(permissions: Iterable<Permission>): Grants {
  const grants: { [R in Resource]?: Level } = {};
  for (const permission of permissions) {
    const named = meaning[permission];
    if (named) grants[named[0]] = highest(grants[named[0]], named[1]);
  }
  return grants;
}

/** Gives every resource a level. */
export function complete(grants: Grants): AccessMatrix {
  const room = grants.room ?? "none";
  if (room === "none") {
    return { room, storage: "none", commentsPublic: "none", commentsPrivate: "none", feeds: "none" };
  }
  const comments = grants.comments ?? room;
  return {
    room,
    storage: grants.storage ?? room,
    commentsPublic: grants.commentsPublic ?? comments,
    commentsPrivate: grants.commentsPrivate ?? comments,
    feeds: grants.feeds ?? room,
  };
}

/**
 * What a list of permission strings admits to.
 *
 * @example levels(["*:write", "storage:read"]).storage // "read"
 */
export function levels(permissions: Iterable<Permission>): AccessMatrix {
  return complete(grantsOf(permissions));
}

/**
 * The normal form that sockets carry (`ROOM_STATE`, `USER_JOINED`): the room's level first, then only what differs from
 * what it would inherit. Empty when there is no entry.
 */
export function scopesOf(grants: Grants): readonly Permission[] {
  const room = grants.room ?? "none";
  if (room === "none") return [];
  const comments = grants.comments ?? room;
  const scopes: Permission[] = [`*:${room}`];
  if ((grants.storage ?? room) !== room) scopes.push(`storage:${grants.storage ?? room}`);
  if (comments !== room) scopes.push(`comments:${comments}`);
  if ((grants.commentsPublic ?? comments) !== comments) {
    scopes.push(`comments:public:${grants.commentsPublic ?? comments}`);
  }
  if ((grants.commentsPrivate ?? comments) !== comments) {
    scopes.push(`comments:private:${grants.commentsPrivate ?? comments}`);
  }
  if ((grants.feeds ?? room) !== room) scopes.push(`feeds:${grants.feeds ?? room}`);
  return scopes;
}

/** Naming comments names both visibilities, unless one is named by itself. */
function spread(part: Grants): Grants {
  if (part.comments === undefined) return part;
  return { commentsPublic: part.comments, commentsPrivate: part.comments, ...part };
}

/**
 * The accesses of a room as they apply to one user: defaults, then the user's groups taken together, then the user's
 * own entry. A later part overrides an earlier one resource by resource, also downwards.
 */
export function mergeAccesses(parts: {
  readonly defaults: readonly Permission[];
  readonly groups: readonly (readonly Permission[])[];
  readonly user: readonly Permission[];
}): Grants {
  return {
    ...spread(grantsOf(parts.defaults)),
    ...spread(grantsOf(parts.groups.flat())),
    ...spread(grantsOf(parts.user)),
  };
}

/**
 * What an access token grants in one room, or undefined when none of its patterns matches the room. The room's level is
 * the highest of all matches; every other resource is decided by the most specific pattern that says something about
 * it, and by the highest level among equally specific ones.
 */
export function mergePatterns(
  patterns: Iterable<readonly [pattern: string, permissions: readonly Permission[]]>,
  roomId: string,
): Grants | undefined {
  let matched = false;
  const merged: { [R in Resource]?: Level } = {};
  const specificity: { [R in Resource]?: number } = {};
  for (const [pattern, permissions] of patterns) {
    if (!matches(pattern, roomId)) continue;
    matched = true;
    const specific = pattern.endsWith("*") ? pattern.length - 1 : pattern.length;
    const part = spread(grantsOf(permissions));
    for (const resource of resources) {
      const level = part[resource];
      if (level === undefined) continue;
      const known = specificity[resource] ?? -1;
      if (resource === "room" || specific === known) merged[resource] = highest(merged[resource], level);
      else if (specific > known) merged[resource] = level;
      specificity[resource] = Math.max(known, specific);
    }
  }
  return matched ? merged : undefined;
}
