import { expect, test } from "vitest";
import * as Y from "yjs";
import { documentFacts } from "./document-facts.ts";

test("an update yields its roots, and how much each client wrote", () => {
  const document = new Y.Doc();
  document.getText("text").insert(0, "Hello");
  document.getMap("map").set("a", 1);
  document.getArray("list").push([1, 2]);
  document.getXmlFragment("page").push([new Y.XmlElement("p")]);
  const { roots, clients } = documentFacts(Y.encodeStateAsUpdate(document));
  expect(roots).toEqual({ text: "Hello", map: { a: 1 }, list: [1, 2], page: "<p></p>" });
  expect(clients).toEqual([{ client: document.clientID, clock: 9, share: 1 }]);
});

test("an empty document has neither", () => {
  expect(documentFacts(new Uint8Array([0, 0]))).toEqual({ roots: {}, rich: {}, subdocuments: [], clients: [] });
});

test("what an editor wrote is blocks, and runs of text with their marks", () => {
  const document = new Y.Doc();
  const heading = new Y.XmlElement("heading");
  heading.setAttribute("level", "2");
  const text = new Y.XmlText("The warp <is> ");
  const page = document.getXmlFragment("page");
  page.push([heading, new Y.XmlElement("horizontalRule")]);
  heading.push([text]);
  text.insert(14, "red", { bold: true, italic: null });
  document
    .getText("lines")
    .applyDelta([
      { insert: "Loom" },
      { insert: "\n", attributes: { header: 1 } },
      { insert: "of " },
      { insert: "ash", attributes: { italic: true } },
    ]);
  document.getText("code").insert(0, "let a;\n  a = 1;");
  expect(documentFacts(Y.encodeStateAsUpdate(document)).rich).toEqual({
    page: [
      {
        tag: "heading",
        attributes: { level: "2" },
        children: [
          { text: "The warp <is> ", marks: [] },
          { text: "red", marks: ["bold"] },
        ],
      },
      { tag: "horizontalRule", attributes: {}, children: [] },
    ],
    lines: [
      { tag: "heading", attributes: { level: 1 }, children: [{ text: "Loom", marks: [] }] },
      {
        tag: "paragraph",
        attributes: {},
        children: [
          { text: "of ", marks: [] },
          { text: "ash", marks: ["italic"] },
        ],
      },
    ],
  });
});

test("a document names its subdocuments", () => {
  const document = new Y.Doc();
  document.getMap("pages").set("b", new Y.Doc({ guid: "second" }));
  document.getMap("pages").set("a", new Y.Doc({ guid: "first" }));
  expect(documentFacts(Y.encodeStateAsUpdate(document)).subdocuments).toEqual(["first", "second"]);
});
