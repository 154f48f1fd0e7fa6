import { expect, test } from "vitest";
import * as Y from "yjs";
import { documentJson } from "./json.ts";
import type { JsonQuestion } from "@weft/room/ports";

/** The document as a server has it: its roots were never opened with a type. */
function received(make: (document: Y.Doc) => void): Y.Doc {
  const made = new Y.Doc();
  made.transact(() => make(made));
  const document = new Y.Doc();
  Y.applyUpdate(document, Y.encodeStateAsUpdate(made));
  return document;
}
const ask = (document: Y.Doc, question: JsonQuestion = {}): unknown => JSON.parse(documentJson(document, question));

const rich = () =>
  received((document) => {
    const text = document.getText("text");
    text.insert(0, "plain ");
    text.insert(6, "fat", { bold: true });
    document.getMap("map").set("n", 1);
    document.getMap("map").set("__proto__", { a: [true, null] });
    document.getMap("map").set("text", new Y.Text("nested"));
    document.getMap("map").set("doc", new Y.Doc());
    document.getArray("list").push([1, "two", new Uint8Array([7, 8]), Y.Array.from([3]), { big: 12n }]);
    const paragraph = new Y.XmlElement("paragraph");
    paragraph.setAttribute("align", "left");
    const words = new Y.XmlText("para x");
    words.format(5, 1, { strong: {} });
    paragraph.insert(0, [words]);
    document.getXmlFragment("xml").push([paragraph]);
  });
const markup = '<paragraph align="left">para <strong>x</strong></paragraph>';

test("[DC15] gives every root the form that its content suggests", () => {
  const answer = ask(rich()) as Record<string, unknown>;
  expect(Object.keys(answer).sort()).toEqual(["list", "map", "text", "xml"]);
  expect(answer.text).toBe("plain fat");
  expect(answer.list).toEqual([1, "two", { 0: 7, 1: 8 }, [3], { big: 12 }]);
  expect(answer.xml).toBe(markup);
  expect(Object.entries(answer.map as object)).toEqual(
    expect.arrayContaining([
      ["n", 1],
      ["__proto__", { a: [true, null] }],
      ["text", "nested"],
      ["doc", {}],
    ]),
  );
  expect(ask(new Y.Doc())).toEqual({});
});

test("[DC15] wraps a root that is asked for by key alone, and knows unknown ones as empty text", () => {
  expect(ask(rich(), { key: "text" })).toEqual({ text: "plain fat" });
  expect(ask(rich(), { key: "nothing" })).toEqual({ nothing: "" });
  expect(ask(rich(), { type: "ymap" })).toEqual(ask(rich()));
});

test("[DC15] returns the bare value of a root as any type, one after the other", () => {
  const document = rich();
  expect(ask(document, { key: "text", type: "ytext" })).toBe("plain fat");
  expect(ask(document, { key: "text", type: "yxmltext" })).toBe("plain <bold>fat</bold>");
  expect(ask(document, { key: "text", type: "ymap" })).toEqual({});
  expect(ask(document, { key: "text", type: "yarray" })).toEqual("plain fat".split(""));
  expect(ask(document, { key: "xml", type: "yxmlfragment" })).toBe(markup);
  expect(ask(document, { key: "text", type: "ytext" })).toBe("plain fat");
  expect(ask(document, { key: "nothing", type: "yarray" })).toEqual([]);
  expect(ask(document, { key: "nothing", type: "yxmltext" })).toBe("");
});

test("[DC15] shows the formatting of text on demand, and leaves markup alone", () => {
  expect(ask(rich(), { key: "text", type: "ytext", formatting: true })).toEqual([
    "plain ",
    { key: "bold", value: true },
    "fat",
    { key: "bold", value: null },
  ]);
  expect(ask(rich(), { key: "xml", formatting: true })).toEqual({ xml: markup });
});

test("[DC15] does not show what was deleted", () => {
  const document = received((made) => {
    made.getMap("map").set("a", 1);
    made.getMap("map").set("b", 2);
    made.getMap("map").delete("a");
    made.getText("text").insert(0, "abc");
    made.getText("text").delete(1, 1);
  });
  expect(ask(document)).toEqual({ map: { b: 2 }, text: "ac" });
});
