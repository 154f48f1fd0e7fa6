/** Makes structures equal to JSON with few edits, so that others' edits of everything else survive. */
import { equalJson } from "@weft/crdt/shared";
import { NodeType } from "@weft/protocol/codes";
import type { Json, JsonObject } from "@weft/protocol/types";
import { LiveBase, nodeKey } from "./live-base.ts";
import type { Lson } from "./lson.ts";

/** What is used of a LiveObject, a LiveMap and a LiveList. Their file imports this one. */
interface ObjectFace {
  keys(): Iterable<string>;
  get(key: string): Lson | undefined;
  set(key: string, value: Lson): void;
  setLocal(key: string, value: Json): void;
  delete(key: string): void;
}

interface MapFace {
  keys(): Iterable<string>;
  get(key: string): Lson | undefined;
  set(key: string, value: Lson): void;
  delete(key: string): boolean;
}

interface ListFace {
  readonly length: number;
  get(index: number): Lson | undefined;
  push(item: Lson): void;
  insert(item: Lson, index: number): void;
  set(index: number, item: Lson): void;
  move(from: number, to: number): void;
  delete(index: number): void;
}

/**
 * How a member of JSON becomes part of Storage: `true` as structures, the default; `false` not at all, it stays with this client;
 * `"atomic"` as one plain value; or as an object whose members say it.
 */
export type SyncMode = boolean | "atomic" | SyncConfig;
/** How members of an object are kept when it is made equal to JSON. Members that are not named are live structures. */
export interface SyncConfig {
  readonly [key: string]: SyncMode | undefined;
}

type LiveOf = (value: Json, mode: SyncMode | undefined) => Lson;

export interface ReconcileOptions {
  readonly sync: SyncConfig;
  /** Whether keys that the JSON does not have are deleted. */
  readonly deletes: boolean;
  /** Makes what is not there yet. */
  readonly liveOf: LiveOf;
}

export function reconcileObject(object: ObjectFace, json: JsonObject, options: ReconcileOptions): void {
  const { sync, deletes, liveOf } = options;
  if (deletes) for (const key of object.keys()) if (json[key] === undefined && sync[key] !== false) object.delete(key);
  for (const [key, value] of Object.entries(json)) {
    const mode = sync[key];
    if (value === undefined) continue;
    if (mode === false) object.setLocal(key, value);
    else if (!reconciled(object.get(key), value, mode, liveOf)) object.set(key, liveOf(value, mode));
  }
}

function reconcileMap(map: MapFace, json: JsonObject, liveOf: LiveOf): void {
  for (const key of Array.from(map.keys())) if (json[key] === undefined) map.delete(key);
  for (const [key, value] of Object.entries(json))
    if (value !== undefined && !reconciled(map.get(key), value, true, liveOf)) map.set(key, liveOf(value, true));
}

function reconcileList(list: ListFace, items: readonly Json[], liveOf: LiveOf): void {
  const ids = new Set(items.map(idOf));
  // Items without an id, or with the same one, are told apart by their place.
  const byId = ids.size === items.length && !ids.has(undefined);
  if (byId) deleteOthers(list, ids);
  for (const [index, item] of items.entries()) {
    if (byId) {
      const at = indexOfId(list, idOf(item), index);
      if (at < 0) {
        list.insert(liveOf(item, true), index);
        continue;
      }
      if (at > index) list.move(at, index);
    } else if (index >= list.length) {
      list.push(liveOf(item, true));
      continue;
    }
    if (!reconciled(list.get(index), item, true, liveOf)) list.set(index, liveOf(item, true));
  }
  for (let at = list.length - 1; at >= items.length; at--) list.delete(at);
}

function indexOfId(list: ListFace, id: string | number | undefined, from: number): number {
  // Most items are where they were.
  for (let at = from; at < list.length; at++) if (idOf(jsonOfValue(list.get(at))) === id) return at;
  return -1;
}

function deleteOthers(list: ListFace, ids: ReadonlySet<string | number | undefined>): void {
  for (let at = list.length - 1; at >= 0; at--) if (!ids.has(idOf(jsonOfValue(list.get(at))))) list.delete(at);
}

/** Whether a value is equal, or could be made equal in place. */
function reconciled(before: Lson | undefined, value: Json, mode: SyncMode | undefined, liveOf: LiveOf): boolean {
  if (before === undefined) return false;
  if (!(before instanceof LiveBase)) {
    // What is plain where there should be structures is replaced by them.
    if (mode !== "atomic" && typeof value === "object" && value !== null) return false;
    return equalJson(before, value);
  }
  const { type } = before[nodeKey];
  if (mode === "atomic") return false;
  if (type === NodeType.object && isJsonObject(value)) {
    const sync = typeof mode === "object" ? mode : {};
    reconcileObject(before as LiveBase & ObjectFace, value, { sync, deletes: true, liveOf });
    return true;
  }
  if (type === NodeType.map && isJsonObject(value)) {
    reconcileMap(before as LiveBase & MapFace, value, liveOf);
    return true;
  }
  if (type === NodeType.list && Array.isArray(value)) {
    reconcileList(before as LiveBase & ListFace, value as readonly Json[], liveOf);
    return true;
  }
  return equalJson(jsonOfValue(before), value);
}

function jsonOfValue(value: Lson | undefined): Json {
  return value instanceof LiveBase ? (value.toJSON() as Json) : (value ?? null);
}

function idOf(item: Json): string | number | undefined {
  const id = isJsonObject(item) ? item["id"] : undefined;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

export function isJsonObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
