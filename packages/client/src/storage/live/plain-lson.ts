/** Values of Storage as JSON with types of nodes, as the REST API takes and gives them. */
import { NodeType } from "@weft/protocol/codes";
import type { FileData, Json, TextData } from "@weft/protocol/types";
import type { MemberValue } from "../nodes.ts";
import { isNode } from "../nodes.ts";
import type { Lson } from "./lson.ts";
import { LiveFile, LiveList, LiveMap, LiveObject, LiveText, memberOf } from "./structures.ts";

/** A LiveObject as plain JSON. */
export type PlainLsonObject = { readonly liveblocksType: "LiveObject"; readonly data: PlainLsonFields };
export type PlainLsonMap = { readonly liveblocksType: "LiveMap"; readonly data: PlainLsonFields };
export type PlainLsonList = { readonly liveblocksType: "LiveList"; readonly data: readonly PlainLson[] };
export type PlainLsonText = {
  readonly liveblocksType: "LiveText";
  readonly data: TextData;
  readonly version?: number;
};
export type PlainLsonFile = { readonly liveblocksType: "LiveFile"; readonly data: FileData };
/** Live structures and JSON as plain JSON that says what each structure is. */
export type PlainLson = PlainLsonObject | PlainLsonMap | PlainLsonList | PlainLsonText | PlainLsonFile | Json;
export type PlainLsonFields = { readonly [key: string]: PlainLson };

/** A value of Storage, with everything below it, as JSON that says which structures it is made of. */
export function toPlainLson(lson: Lson): PlainLson {
  return plainOf(memberOf(lson));
}

function plainOf(member: MemberValue): PlainLson {
  if (!isNode(member)) return member;
  switch (member.type) {
    case NodeType.register:
      return member.value;
    case NodeType.text: {
      const { data, version } = member.state;
      return { liveblocksType: "LiveText", data, ...(version === 0 ? {} : { version }) };
    }
    case NodeType.file:
      return { liveblocksType: "LiveFile", data: member.data };
    case NodeType.list:
      return { liveblocksType: "LiveList", data: member.items.map(plainOf) };
    case NodeType.map:
      return { liveblocksType: "LiveMap", data: plainMembers(member.members) };
    case NodeType.object:
      return { liveblocksType: "LiveObject", data: plainMembers(member.members) };
  }
}

function plainMembers(members: ReadonlyMap<string, MemberValue>): PlainLsonFields {
  return Object.fromEntries(Array.from(members, ([key, member]) => [key, plainOf(member)]));
}

/** The value of Storage that this JSON describes. */
export function fromPlainLson(plain: PlainLson): Lson {
  if (!isTyped(plain)) return plain;
  switch (plain.liveblocksType) {
    case "LiveObject":
      return new LiveObject(fieldsOf(plain.data));
    case "LiveMap":
      return new LiveMap(Object.entries(fieldsOf(plain.data)));
    case "LiveList":
      return new LiveList(plain.data.map(fromPlainLson));
    case "LiveText":
      return new LiveText(plain.data, plain.version);
    case "LiveFile":
      return new LiveFile(plain.data);
  }
}

function fieldsOf(data: PlainLsonFields): Readonly<Record<string, Lson>> {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, fromPlainLson(value)]));
}

type Typed = PlainLsonObject | PlainLsonMap | PlainLsonList | PlainLsonText | PlainLsonFile;

function isTyped(plain: PlainLson): plain is Typed {
  return typeof plain === "object" && plain !== null && !Array.isArray(plain) && "liveblocksType" in plain;
}
