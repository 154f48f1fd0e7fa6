import { expect, test } from "vitest";
import * as Y from "yjs";
import { documentFacts } from "./document-facts.ts";

test("an update tells its roots, and how much each client wrote", () => {
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
  expect(documentFacts(new Uint8Array([0, 0]))).toEqual({ roots: {}, clients: [] });
});
