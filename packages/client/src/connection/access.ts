/**
 * What scopes allow (wire specification, 3). A server decides about each call; a client derives the same, to know which of its
 * tokens is good for what, and whether it may write.
 */
import type { Level } from "@weft/protocol/types";

const resources = ["room", "storage", "comments", "comments:public", "comments:private", "feeds"] as const;
/** What a scope is about. */
export type AccessResource = (typeof resources)[number];

/** The level that scopes name for each resource; those that they do not name have none. */
type Named = Readonly<Partial<Record<AccessResource, Level>>>;

const levels: readonly Level[] = ["none", "read", "write"];
const strongest = (a: Level | undefined, b: Level): Level =>
  a !== undefined && levels.indexOf(a) > levels.indexOf(b) ? a : b;

function namedBy(scopes: readonly string[]): Named {
  const named: Partial<Record<AccessResource, Level>> = {};
  for (const scope of scopes) {
    const at = scope.lastIndexOf(":");
    const level = levels.find((each) => each === scope.slice(at + 1));
    const name = scope.slice(0, at);
    const resource = resources.find((each) => each === (name === "*" ? "room" : name));
    if (level !== undefined && resource !== undefined) named[resource] = strongest(named[resource], level);
  }
  return named;
}

/** The levels of all resources, those that inherit theirs included. */
export type Access = Readonly<Record<AccessResource, Level>>;

function completed(named: Named): Access {
  const room = named.room ?? "none";
  const of = (resource: AccessResource, inherited: Level) =>
    room === "none" ? "none" : (named[resource] ?? inherited);
  const comments = of("comments", room);
  return {
    room,
    storage: of("storage", room),
    comments,
    "comments:public": of("comments:public", comments),
    "comments:private": of("comments:private", comments),
    feeds: of("feeds", room),
  };
}

/** What scopes allow. */
export function accessOf(scopes: readonly string[]): Access {
  return completed(namedBy(scopes));
}

/**
 * What a token's patterns allow in one room: the strongest base of all that match it, and for everything else the most specific
 * pattern that names it.
 */
export function accessInRoom(patterns: Readonly<Record<string, readonly string[]>>, room: string): Access {
  const matching = Object.entries(patterns)
    .filter(([pattern]) => (pattern.includes("*") ? room.startsWith(pattern.replace("*", "")) : room === pattern))
    .map(([pattern, scopes]) => ({ length: pattern.replace("*", "").length, named: withComments(namedBy(scopes)) }))
    .toSorted((a, b) => b.length - a.length);
  const merged: Partial<Record<AccessResource, Level>> = {};
  for (const resource of resources) {
    const naming = matching.filter(({ named }) => named[resource] !== undefined);
    const decisive = resource === "room" ? naming : naming.filter(({ length }) => length === naming[0]!.length);
    for (const { named } of decisive) merged[resource] = strongest(merged[resource], named[resource]!);
  }
  return completed(merged);
}

/** A level for comments counts for both of their visibilities. */
function withComments(named: Named): Named {
  const { comments } = named;
  return comments === undefined ? named : { "comments:public": comments, "comments:private": comments, ...named };
}

/** Whether what is allowed of a resource includes a level. */
export function allows(access: Access, resource: AccessResource, level: Level): boolean {
  const asked = resource === "comments" ? (["comments", "comments:public", "comments:private"] as const) : [resource];
  return asked.some((each) => levels.indexOf(access[each]) >= levels.indexOf(level));
}
