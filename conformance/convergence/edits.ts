import type { Json, LiveList, LiveMap, LiveObject, LiveText, Lson, LsonObject } from "@liveblocks/client";
import { kindOf } from "./families.ts";
import type { Family } from "./families.ts";
import type { Edit } from "./script.ts";

/** Storage of these runs. Any client may change everything but `tallies`, in any way. */
export type Shared = {
  founder: string;
  list: LiveList<Lson>;
  map: LiveMap<string, Lson>;
  object: LiveObject<LsonObject>;
  text: LiveText;
  tallies: LiveObject<Tallies>;
};
type Tallies = LsonObject & {
  founder: string;
  pushes: LiveList<string>;
  sets: LiveMap<string, string>;
  fields: LiveObject<LsonObject>;
  marks: LiveText;
};
export type Root = LiveObject<Shared>;
type Structure = LiveList<Lson> | LiveMap<string, Lson> | LiveObject<LsonObject> | LiveText;

/** The document in which a run begins that does not begin in an empty room. */
export const seedDocument = {
  liveblocksType: "LiveObject",
  data: {
    founder: "rest",
    list: { liveblocksType: "LiveList", data: [] },
    map: { liveblocksType: "LiveMap", data: {} },
    object: { liveblocksType: "LiveObject", data: {} },
    text: { liveblocksType: "LiveText", data: [["Once upon a time"]] },
    tallies: {
      liveblocksType: "LiveObject",
      data: {
        founder: "rest",
        pushes: { liveblocksType: "LiveList", data: ["initial rest"] },
        sets: { liveblocksType: "LiveMap", data: { initial: "rest" } },
        fields: { liveblocksType: "LiveObject", data: { initial: "rest" } },
        marks: { liveblocksType: "LiveText", data: [["rest"]] },
      },
    },
  },
} as const;

/** The same as a client brings it. Each structure that is kept says whose it is. */
export function initialStorage(founder: string, { LiveList, LiveMap, LiveObject, LiveText }: Family): Shared {
  return {
    founder,
    list: new LiveList<Lson>([]),
    map: new LiveMap<string, Lson>(),
    object: new LiveObject<LsonObject>({}),
    text: new LiveText("Once upon a time"),
    tallies: new LiveObject<Tallies>({
      founder,
      pushes: new LiveList([`initial ${founder}`]),
      sets: new LiveMap([["initial", founder]]),
      fields: new LiveObject<LsonObject>({ initial: founder }),
      marks: new LiveText(founder),
    } as never),
  };
}

/**
 * Object keys for plain values and for structures. They are kept apart because an official client (3.24.2) permanently
 * stops receiving changes of a structure if any plain write to its key arrives between its creation and its
 * acknowledgement.
 */
const plainKeys = ["a", "b", "c", "d"];
const structureKeys = ["list", "map", "object"];
const mapKeys = ["a", "b", "c", "d"];

/**
 * What an edit may do, beside changing the tree. Structures come and go unrecorded: when an official client undoes or
 * redoes that while others edit the same structure, and then loses its connection, it may throw inside its own message
 * handler ("Cannot serialize item is not attached") and stop; no server can help it then. `WEFT_WILD` records it all, as
 * clients of Weft's own family always do.
 */
export interface Pen {
  readonly family: Family;
  /** Creates a unique value. */
  readonly fresh: () => string;
  /** Makes a change that is not recorded for undo. */
  readonly unrecorded: (change: () => void) => void;
}

/** Applies an edit's numbers to the tree. */
export function applyEdit(root: Root, edit: Edit, pen: Pen): void {
  const all = structures(root);
  const target = all[edit.at % all.length]!;
  switch (kindOf(target)) {
    case "LiveText":
      return editText(target as LiveText, edit, pen);
    case "LiveList":
      return editList(target as LiveList<Lson>, edit, pen);
    case "LiveMap":
      return editMap(target as LiveMap<string, Lson>, edit, pen);
    default:
      return editObject(target as LiveObject<LsonObject>, edit, pen);
  }
}

function editList(list: LiveList<Lson>, edit: Edit, pen: Pen): void {
  const { length } = list;
  const at = edit.with % Math.max(1, length);
  const value = valueOf(edit.with, pen);
  const write = isStructure(value) || isStructure(list.get(at)) ? pen.unrecorded : run;
  if (edit.op % 60 === 0) return pen.unrecorded(() => list.clear());
  switch (length === 0 ? 0 : edit.op % 8) {
    case 0:
    case 1:
      return write(() => list.push(value));
    case 2:
      return write(() => list.insert(value, edit.with % (length + 1)));
    case 3:
    case 4:
      return write(() => list.set(at, value));
    case 5:
    case 6:
      return list.move(at, Math.floor(edit.with / 7) % length);
    default:
      return write(() => list.delete(at));
  }
}

function editMap(map: LiveMap<string, Lson>, edit: Edit, pen: Pen): void {
  const key = mapKeys[edit.with % mapKeys.length]!;
  const value = valueOf(edit.with, pen);
  const write = isStructure(value) || isStructure(map.get(key)) ? pen.unrecorded : run;
  write(() => (edit.op % 3 === 0 ? map.delete(key) : map.set(key, value)));
}

function editObject(object: LiveObject<LsonObject>, edit: Edit, pen: Pen): void {
  const key = plainKeys[edit.with % plainKeys.length]!;
  const other = plainKeys[(edit.with + 1 + (edit.op % 2)) % plainKeys.length]!;
  const child = structureKeys[edit.with % structureKeys.length]!;
  switch (edit.op % 8) {
    case 0:
    case 1:
      return object.delete(key);
    case 2:
      return object.update({ [key]: plainOf(edit.with, pen.fresh), [other]: pen.fresh() });
    case 3:
      return pen.unrecorded(() => object.set(child, structureOf(edit.with, pen)));
    case 4:
      return edit.op % 3 === 0 && !hasInitialKeys(object)
        ? pen.unrecorded(() => object.delete(child))
        : object.set(key, pen.fresh());
    default:
      return object.set(key, plainOf(edit.with, pen.fresh));
  }
}

/**
 * Initial keys are not removed. An official client (3.24.2) that reconnects without the ack of their removal inserts
 * them again, then repeats the removal. It sends the removal first, and from then on its state differs from everyone
 * else's.
 */
const hasInitialKeys = (object: LiveObject<LsonObject>): boolean => object.get("tallies") !== undefined;

/** Types into the text, takes from it, and gives runs of it attributes. */
export function editText(text: LiveText, edit: Edit, pen: Pen): void {
  const at = edit.at % (text.length + 1);
  const length = 1 + (edit.with % 5);
  switch (edit.op % 8) {
    case 0:
    case 1:
      return text.delete(at, length);
    case 2:
      return text.format(at, length, { bold: edit.with % 3 === 0 ? null : edit.with % 2 === 0 });
    case 3:
      return text.replace(at, length, pen.fresh().slice(-3), { by: edit.with % 4 });
    default:
      return text.insert(at, edit.with % 9 === 0 ? "😀" : pen.fresh().slice(-3));
  }
}

const run = (change: () => void): void => change();

/** Structures that may be edited, parents first. */
function structures(root: Root): Structure[] {
  const found: Structure[] = [root];
  for (const structure of found) {
    for (const [key, child] of childrenOf(structure))
      if (isStructure(child) && !(structure === found[0] && key === "tallies")) found.push(child);
  }
  return found;
}

function childrenOf(structure: Structure): [string | number, Lson | undefined][] {
  switch (kindOf(structure)) {
    case "LiveList":
      return (structure as LiveList<Lson>).map((item, index) => [index, item]);
    case "LiveText":
      return [];
    case "LiveMap":
      return [...(structure as LiveMap<string, Lson>).entries()];
    default: {
      const object = structure as LiveObject<LsonObject>;
      return [...object.keys()].map((key) => [key, object.get(key)]);
    }
  }
}

function isStructure(value: Lson | undefined): value is Structure {
  return kindOf(value) !== undefined;
}

function valueOf(choice: number, pen: Pen): Lson {
  return choice % 11 < 4 ? structureOf(choice, pen) : plainOf(choice, pen.fresh);
}

function structureOf(choice: number, { family, fresh }: Pen): Lson {
  const { LiveList, LiveMap, LiveObject, LiveText } = family;
  switch (choice % 5) {
    case 4:
      return new LiveText(fresh());
    case 0:
      return new LiveObject({ a: fresh(), c: choice });
    case 1:
      return new LiveList<Lson>([fresh(), fresh()]);
    case 2:
      return new LiveMap<string, Lson>([["a", fresh()]]);
    default:
      return new LiveObject({ b: fresh(), list: new LiveList<Lson>([fresh(), new LiveMap<string, Lson>()]) });
  }
}

function plainOf(choice: number, fresh: () => string): Json {
  if (choice % 7 === 0) return { plain: fresh(), none: null, list: [choice, true] };
  if (choice % 7 === 1) return choice % 2 === 0 ? null : choice;
  return fresh();
}

/**
 * Writes to every place that another client may have stopped listening to: a client that waits for an echo that never
 * comes ignores what others write there, and nothing else shows it.
 */
export function writeEverywhere(root: Root, { fresh }: Pen): void {
  for (const structure of structures(root)) {
    switch (kindOf(structure)) {
      case "LiveText":
        (structure as LiveText).insert(0, fresh());
        break;
      case "LiveList":
        for (const [index, item] of childrenOf(structure))
          if (!isStructure(item)) (structure as LiveList<Lson>).set(index as number, fresh());
        break;
      case "LiveMap": {
        const map = structure as LiveMap<string, Lson>;
        for (const key of mapKeys) if (!isStructure(map.get(key))) map.set(key, fresh());
        break;
      }
      default:
        for (const key of plainKeys) (structure as LiveObject<LsonObject>).set(key, fresh());
    }
  }
}

/** Replaces every structure but the root, the innermost first. */
export function replaceEverything(root: Root, { family, fresh }: Pen): void {
  const { LiveList, LiveText } = family;
  for (const structure of structures(root).toReversed()) {
    for (const [key, child] of childrenOf(structure)) {
      if (!isStructure(child) || key === "tallies") continue;
      switch (kindOf(structure)) {
        case "LiveList":
          (structure as LiveList<Lson>).set(key as number, fresh());
          break;
        case "LiveMap":
          (structure as LiveMap<string, Lson>).set(String(key), fresh());
          break;
        case "LiveObject":
          (structure as LiveObject<LsonObject>).set(
            String(key),
            key === "text" ? new LiveText(fresh()) : new LiveList<Lson>([fresh()]),
          );
          break;
      }
    }
  }
}
