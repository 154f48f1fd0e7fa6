import * as fc from "fast-check";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { edit, play, runs } from "./arbitraries.ts";
import { restoringUpdate } from "./restoring-update.ts";

const noStep = () => {};

/** All that a document shows, its texts with their formatting. */
function shown(document: Y.Doc): string {
  const roots = {
    text: document.getText("text").toDelta(),
    map: document.getMap("map").toJSON(),
    list: document.getArray("list").toJSON(),
    xml: document.getXmlFragment("xml").toJSON(),
  };
  return JSON.stringify(roots, (_, value: unknown) => {
    if (value instanceof Y.Doc) return `guid ${value.guid}`;
    // Yjs does not keep halves of a character that was cut in two.
    if (typeof value === "string") return value.replaceAll(/[\ud800-\udfff\ufffd]/g, "?");
    return typeof value === "bigint" ? `${value}n` : value;
  });
}

function merged(...updates: readonly Uint8Array[]): Y.Doc {
  const document = new Y.Doc();
  for (const update of updates) Y.applyUpdate(document, update);
  return document;
}

test("[DC16] a document that is restored shows what it showed, whatever was written since", () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 60 }), fc.nat(60), (history, cut) => {
      const { v1 } = play(history);
      const earlier = merged(...v1.slice(0, cut));
      const now = merged(...v1);
      const expected = shown(merged(...v1.slice(0, cut)));
      const update = restoringUpdate(Y.encodeStateAsUpdate(earlier), Y.encodeStateAsUpdate(now), noStep);
      if (update !== undefined) Y.applyUpdate(now, update);
      expect(shown(now)).toEqual(expected);
    }),
    runs(300),
  );
});

test("[DC16] what others write meanwhile merges with a restored document as with any other", () => {
  const ada = new Y.Doc();
  ada.getText("t").insert(0, "The warp is red.");
  const earlier = Y.encodeStateAsUpdate(ada);
  ada.getText("t").delete(4, 5);
  ada.getText("t").insert(4, "weft ");
  const now = Y.encodeStateAsUpdate(ada);
  const restoring = restoringUpdate(earlier, now, noStep)!;
  ada.getText("t").insert(ada.getText("t").length, " So it is.");
  Y.applyUpdate(ada, restoring);
  expect(ada.getText("t").toJSON()).toBe("The warp is red. So it is.");
  expect(Y.equalSnapshots(Y.snapshot(ada), Y.snapshot(merged(now, restoring, Y.encodeStateAsUpdate(ada))))).toBe(true);
});

test("[DC16] a document that is as it was needs nothing", () => {
  const document = new Y.Doc();
  document.getMap("m").set("a", 1);
  const state = Y.encodeStateAsUpdate(document);
  expect(restoringUpdate(state, state, noStep)).toBeUndefined();
  expect(restoringUpdate(Uint8Array.of(0, 0), Uint8Array.of(0, 0), noStep)).toBeUndefined();
});
