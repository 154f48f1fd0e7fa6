/** Storage as it was in a version of a room, and how a room is led back to it. */
import { equalJson } from "@weft/crdt/shared";
import { NodeType } from "@weft/protocol/codes";
import type { Json } from "@weft/protocol/types";
import type { Lson } from "../storage/live/lson.ts";
import type { PlainLson, PlainLsonFields, PlainLsonObject } from "../storage/live/plain-lson.ts";
import { fromPlainLson, toPlainLson } from "../storage/live/plain-lson.ts";
import { LiveList, LiveMap, LiveObject } from "../storage/live/structures.ts";

/** A node of Storage as versions have it. */
interface VersionNode {
  readonly type: number;
  readonly parentId?: string;
  readonly parentKey?: string;
  readonly data?: unknown;
}

/** What lines of JSON, a node in each, describe. */
export function readVersionNodes(lines: string): PlainLsonObject {
  const children = new Map<string, { readonly id: string; readonly key: string; readonly node: VersionNode }[]>();
  let root: VersionNode | undefined;
  for (const line of lines.split("\n")) {
    if (line === "") continue;
    const [id, node] = JSON.parse(line) as [string, VersionNode];
    if (id === "root") root = node;
    else {
      const siblings = children.get(node.parentId!) ?? [];
      children.set(node.parentId!, siblings);
      siblings.push({ id, key: node.parentKey!, node });
    }
  }
  if (root === undefined) throw new Error("The server has answered a version of Storage without its root.");
  return plainOf("root", root, children) as PlainLsonObject;
}

type Children = ReadonlyMap<
  string,
  readonly { readonly id: string; readonly key: string; readonly node: VersionNode }[]
>;

function plainOf(id: string, { type, data }: VersionNode, children: Children): PlainLson {
  const own = children.get(id) ?? [];
  const fields = () => Object.fromEntries(own.map((each) => [each.key, plainOf(each.id, each.node, children)]));
  switch (type) {
    case NodeType.object:
      return { liveblocksType: "LiveObject", data: { ...(data as PlainLsonFields), ...fields() } };
    case NodeType.map:
      return { liveblocksType: "LiveMap", data: fields() };
    case NodeType.list: {
      // Positions are compared as the text that they are.
      const inOrder = own.toSorted((a, b) => (a.key < b.key ? -1 : 1));
      return { liveblocksType: "LiveList", data: inOrder.map((each) => plainOf(each.id, each.node, children)) };
    }
    case NodeType.text:
      return { liveblocksType: "LiveText", data: data as never };
    case NodeType.file:
      return { liveblocksType: "LiveFile", data: data as never };
    default:
      return data as PlainLson;
  }
}

/** Leads Storage back to what it was, with edits of what differs alone: the rest stays the same, and so do others' edits of it. */
export function restoreStorage(root: LiveObject, { data }: PlainLsonObject): void {
  restoreMembers(root, data);
}

interface Members {
  keys(): Iterable<string>;
  get(key: string): Lson | undefined;
  set(key: string, value: Lson): void;
  delete(key: string): unknown;
}

function restoreMembers(members: Members, fields: PlainLsonFields): void {
  for (const key of Array.from(members.keys())) if (!Object.hasOwn(fields, key)) members.delete(key);
  for (const [key, plain] of Object.entries(fields))
    if (!restoredInPlace(members.get(key), plain)) members.set(key, fromPlainLson(plain));
}

/** Answers false where a value has to be replaced. */
function restoredInPlace(value: Lson | undefined, plain: PlainLson): boolean {
  if (value === undefined) return false;
  if (isSame(value, plain)) return true;
  const type = (plain as { readonly liveblocksType?: string } | null)?.liveblocksType;
  if (value instanceof LiveObject && type === "LiveObject")
    restoreMembers(value as LiveObject<Record<string, Lson>>, (plain as PlainLsonObject).data);
  else if (value instanceof LiveMap && type === "LiveMap")
    restoreMembers(value as LiveMap, (plain as PlainLsonObject).data);
  else if (value instanceof LiveList && type === "LiveList")
    restoreItems(value as LiveList, (plain as { readonly data: readonly PlainLson[] }).data);
  else return false;
  return true;
}

/** What is the same at both ends stays. */
function restoreItems(list: LiveList, items: readonly PlainLson[]): void {
  let start = 0;
  while (start < Math.min(list.length, items.length) && isSame(list.get(start)!, items[start]!)) start++;
  let end = 0;
  const most = Math.min(list.length, items.length) - start;
  while (end < most && isSame(list.get(list.length - 1 - end)!, items[items.length - 1 - end]!)) end++;
  const between = items.slice(start, items.length - end);
  for (const [at, item] of between.entries()) {
    if (start + at >= list.length - end) list.insert(fromPlainLson(item), start + at);
    else if (!restoredInPlace(list.get(start + at), item)) list.set(start + at, fromPlainLson(item));
  }
  while (list.length - end > start + between.length) list.delete(start + between.length);
}

/** Texts count their versions; what they say may be the same nonetheless. */
function isSame(value: Lson, plain: PlainLson): boolean {
  const text = JSON.stringify(toPlainLson(value), (_, each: { liveblocksType?: string; data?: unknown } | null) =>
    each?.liveblocksType === "LiveText" ? { liveblocksType: "LiveText", data: each.data } : each,
  );
  return equalJson(JSON.parse(text) as Json, plain);
}

/** The root of Storage as it was, in structures that are not part of a room. */
export function readVersion(lines: string): LiveObject {
  return fromPlainLson(readVersionNodes(lines)) as LiveObject;
}
