import * as Y from "yjs";
import type { JsonQuestion, RootType } from "@weft/room/ports";

/**
 * A document as JSON text. Roots are read without giving them a type, so that the next question may name another type.
 * Text is written piece by piece, so that no name in the document becomes a property of an object.
 */
export function documentJson(document: Y.Doc, question: JsonQuestion): string {
  const { key, type } = question;
  const formatting = question.formatting ?? false;
  if (key === undefined) {
    const members = [...document.share]
      .filter(([, root]) => !isBare(root))
      .map(([name, root]) => member(name, rootJson(root, inferred(root), formatting)));
    return `{${members.join()}}`;
  }
  const root = document.share.get(key) ?? nothingIn(document);
  if (type !== undefined) return rootJson(root, type, formatting);
  const value = isBare(root) ? '""' : rootJson(root, inferred(root), formatting);
  return `{${member(key, value)}}`;
}

type Root = Y.AbstractType<any>;

/** Yjs creates a root for every name that an update mentions, even if none of its contents were accepted. */
function isBare(root: Root): boolean {
  return root._start === null && root._map.size === 0;
}

function nothingIn(document: Y.Doc): Root {
  const root: Root = new Y.AbstractType();
  root.doc = document;
  return root;
}

function inferred(root: Root): RootType {
  for (let item = root._start; item !== null; item = item.right) {
    const { content } = item;
    if (content instanceof Y.ContentString || content instanceof Y.ContentFormat || content instanceof Y.ContentEmbed)
      return "ytext";
    if (content instanceof Y.ContentType && isXml(content.type)) return "yxmlfragment";
  }
  return root._map.size > 0 ? "ymap" : "yarray";
}

function isXml(type: unknown): boolean {
  return type instanceof Y.XmlElement || type instanceof Y.XmlText || type instanceof Y.XmlHook;
}

function rootJson(root: Root, type: RootType, formatting: boolean): string {
  switch (type) {
    case "ytext":
      return textJson(root, formatting);
    case "yxmltext":
      return markup(viewed(root, new Y.XmlText()));
    case "yxmlfragment":
      return markup(viewed(root, new Y.XmlFragment()));
    case "ymap":
      return mapJson(root, formatting);
    case "yarray":
      return listJson(root, formatting);
  }
}

function markup(type: { toString(): string }): string {
  return JSON.stringify(type.toString());
}

/** The root read as a type. The root itself is not changed. */
function viewed<T extends Root>(root: Root, as: T): T {
  as._start = root._start;
  as._map = root._map;
  as._length = root._length;
  as.doc = root.doc;
  return as;
}

function textJson(text: Root, formatting: boolean): string {
  const parts: string[] = [];
  let run = "";
  const endRun = () => {
    if (run !== "") parts.push(JSON.stringify(run));
    run = "";
  };
  for (let item = text._start; item !== null; item = item.right) {
    if (item.deleted) continue;
    const { content } = item;
    if (content instanceof Y.ContentString) run += content.str;
    if (!formatting) continue;
    if (content instanceof Y.ContentFormat) {
      endRun();
      parts.push(`{"key":${JSON.stringify(content.key)},"value":${valueJson(content.value)}}`);
    } else if (content instanceof Y.ContentEmbed || content instanceof Y.ContentType) {
      endRun();
      parts.push(contentJson(content, 0, formatting));
    }
  }
  if (!formatting) return JSON.stringify(run);
  endRun();
  return `[${parts.join()}]`;
}

function listJson(list: Root, formatting: boolean): string {
  const parts: string[] = [];
  for (let item = list._start; item !== null; item = item.right) {
    if (item.deleted || !item.countable) continue;
    for (let at = 0; at < item.length; at++) parts.push(contentJson(item.content, at, formatting));
  }
  return `[${parts.join()}]`;
}

function mapJson(map: Root, formatting: boolean): string {
  const members: string[] = [];
  for (const [key, item] of map._map)
    if (!item.deleted) members.push(member(key, contentJson(item.content, item.length - 1, formatting)));
  return `{${members.join()}}`;
}

function contentJson(content: Y.Item["content"], at: number, formatting: boolean): string {
  if (content instanceof Y.ContentString) return JSON.stringify(content.str.charAt(at));
  if (content instanceof Y.ContentAny || content instanceof Y.ContentJSON) return valueJson(content.arr[at]);
  if (content instanceof Y.ContentEmbed) return valueJson(content.embed);
  if (content instanceof Y.ContentBinary) return valueJson(content.content);
  if (!(content instanceof Y.ContentType)) return "{}";
  const { type } = content;
  if (isXml(type) || type instanceof Y.XmlFragment) return markup(type);
  if (type instanceof Y.Text) return textJson(type, formatting);
  if (type instanceof Y.Map) return mapJson(type, formatting);
  return listJson(type, formatting);
}

/** A plain value. Values that JSON cannot express are null; a large integer is written in full. */
function valueJson(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(valueJson).join()}]`;
  if (value instanceof Uint8Array) return JSON.stringify(value);
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${members.map(([key, each]) => member(key, valueJson(each))).join()}}`;
}

function member(key: string, value: string): string {
  return `${JSON.stringify(key)}:${value}`;
}
