import * as fc from "fast-check";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { withProsemirrorDocument } from "./index.ts";

const content = (...texts: readonly string[]) => ({
  type: "doc",
  content: texts.map((each) => ({ type: "paragraph", content: [{ type: "text", text: each }] })),
});

test("[NP3] no word that users write while a back end writes is lost, and everyone sees the same", async () => {
  const step = fc.record({
    by: fc.constantFrom("user", "server", "refresh"),
    paragraph: fc.nat(2),
    at: fc.nat(40),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
      const room = new Y.Doc();
      const user = new Y.Doc();
      user.on("update", (update: Uint8Array) => Y.applyUpdate(room, update));
      room.on("update", (update: Uint8Array) => Y.applyUpdate(user, update));
      const client = {
        getYjsDocumentAsBinaryUpdate: async () => Y.encodeStateAsUpdate(room).slice().buffer,
        sendYjsBinaryUpdate: async (_roomId: string, update: Uint8Array) => Y.applyUpdate(room, update),
      };
      const words: string[] = [];
      await withProsemirrorDocument({ client, roomId: "r" }, async (api) => {
        await api.setContent(content("one", "two", "three"));
        for (const [index, { by, paragraph, at }] of steps.entries()) {
          const word = `[${index}]`;
          if (by === "refresh") await api.refresh();
          else if (by === "server") {
            words.push(word);
            await api.update((doc, transaction) => {
              let start = 1;
              for (let each = 0; each < paragraph; each++) start += doc.child(each).nodeSize;
              return transaction.insertText(word, start + Math.min(at, doc.child(paragraph).content.size));
            });
          } else {
            words.push(word);
            const texts = user.getXmlFragment("default").toArray() as Y.XmlElement[];
            const text = texts[paragraph]!.get(0) as Y.XmlText;
            text.insert(Math.min(at, text.length), word);
          }
        }
        await api.refresh();
        const letters = api.getText();
        // Words may stand inside of other words: their letters are all there.
        const count = (text: string) =>
          text
            .replaceAll(/[^\d[\]]/gu, "")
            .split("")
            .toSorted()
            .join("");
        expect(count(letters)).toBe(count(words.join("")));
        expect(letters.replaceAll(/[\d[\]]/gu, "")).toBe("one\n\ntwo\n\nthree");
      });
      expect(user.getXmlFragment("default").toJSON()).toBe(room.getXmlFragment("default").toJSON());
    }),
    { numRuns: 60 },
  );
});
