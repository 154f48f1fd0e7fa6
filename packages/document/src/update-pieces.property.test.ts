import fc from "fast-check";
import { createDocumentParts } from "@weft/room";
import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import { cutUpdate } from "./update-pieces.ts";

/** A document that several clients have written, with everything that Yjs can hold. */
function written(edits: readonly number[], texts: readonly string[]): Y.Doc {
  const docs = [1, 2 ** 31, 77].map((client) => {
    const doc = new Y.Doc();
    doc.clientID = client;
    return doc;
  });
  edits.forEach((edit, index) => {
    const doc = docs[edit % docs.length]!;
    const word = texts[index % texts.length]!;
    const text = doc.getText("t");
    const at = text.length === 0 ? 0 : edit % text.length;
    switch (edit % 9) {
      case 0:
        doc.getArray("a").push([word, { word }, [index], null]);
        break;
      case 1:
        doc.getMap("m").set(word, new Y.Map([["k", word]]));
        break;
      case 2:
        text.format(0, text.length, { bold: true });
        break;
      case 3:
        text.delete(at, Math.min(3, text.length - at));
        break;
      case 4:
        doc.getXmlFragment("x").push([new Y.XmlElement("p"), new Y.XmlText(word)]);
        break;
      case 5:
        doc.getMap("m").set("bytes", new Uint8Array(50).fill(edit));
        break;
      case 6:
        text.insertEmbed(at, { image: word });
        break;
      case 7:
        for (const other of docs) Y.applyUpdate(other, Y.encodeStateAsUpdate(doc, Y.encodeStateVector(other)));
        break;
      default:
        text.insert(at, word);
    }
  });
  for (const other of docs.slice(1)) Y.applyUpdate(docs[0]!, Y.encodeStateAsUpdate(other));
  return docs[0]!;
}

const texts = fc.array(fc.string({ unit: "grapheme", maxLength: 60 }), { minLength: 1, maxLength: 6 });

describe("an update in pieces", () => {
  test("[DC17] changes nothing at its receiver until the last part, and then everything at once", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1_000), { minLength: 1, maxLength: 60 }),
        texts,
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 400 }),
        fc.boolean(),
        (edits, words, pieceBytes, partBytes, isNew) => {
          const doc = written(edits, words);
          const copy = new Y.Doc();
          // One that knows the beginning already.
          if (!isNew) Y.applyUpdate(copy, Y.encodeStateAsUpdate(written(edits.slice(0, edits.length >> 1), words)));
          const update = Y.encodeStateAsUpdate(doc, Y.encodeStateVector(copy));
          const before = Y.encodeSnapshot(Y.snapshot(copy));
          let changes = 0;
          copy.on("update", () => changes++);
          const parts = createDocumentParts(update, cutUpdate(update, pieceBytes));
          for (let part = parts.next(partBytes); part !== undefined; part = parts.next(partBytes)) {
            Y.applyUpdate(copy, part);
            expect(Y.encodeSnapshot(Y.snapshot(copy))).toEqual(before);
          }
          expect(changes).toBe(0);
          Y.applyUpdate(copy, parts.last());
          expect(changes).toBeLessThanOrEqual(1);
          expect(copy.store.pendingStructs).toBeNull();
          const whole = new Y.Doc();
          Y.applyUpdate(whole, Y.encodeStateAsUpdate(doc));
          expect(Y.encodeSnapshot(Y.snapshot(copy))).toEqual(Y.encodeSnapshot(Y.snapshot(whole)));
          const shown = (of: Y.Doc) => [
            of.getText("t").toDelta() as unknown,
            of.getArray("a").toJSON(),
            of.getMap("m").toJSON(),
            of.getXmlFragment("x").toJSON(),
          ];
          expect(shown(copy)).toEqual(shown(whole));
        },
      ),
      { numRuns: 300 },
    );
  });

  test("[DC17] has no large piece, also of one text of a megabyte in any script", () => {
    for (const text of ["x".repeat(1_120_000), "語".repeat(400_000), "😀é".repeat(150_000)]) {
      const doc = new Y.Doc();
      doc.getText("t").insert(0, text);
      const update = Y.encodeStateAsUpdate(doc);
      const pieces = cutUpdate(update, 16_384);
      const sizes = [...pieces.body, ...pieces.head].map(({ start, end }) => end - start);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(16_384 + 4);
      const copy = new Y.Doc();
      const parts = createDocumentParts(update, pieces);
      for (let part = parts.next(30_000); part !== undefined; part = parts.next(30_000)) Y.applyUpdate(copy, part);
      Y.applyUpdate(copy, parts.last());
      expect(copy.getText("t").toJSON() === text).toBe(true);
    }
  });
});
