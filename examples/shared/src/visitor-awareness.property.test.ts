import fc from "fast-check";
import { expect, test } from "vitest";
import { createAbsolutePositionFromRelativePosition, createRelativePositionFromJSON, Doc } from "yjs";
import { VisitorAwareness } from "./visitor-awareness.ts";
import type { Awareness } from "./visitor-awareness.ts";

const { WEFT_RUNS, WEFT_SEED } = process.env;
const runs = {
  numRuns: 1_000 * Number(WEFT_RUNS ?? 1),
  ...(WEFT_SEED !== undefined && { seed: Number(WEFT_SEED) }),
};

const id = fc.oneof(
  fc.record({ client: fc.integer({ min: -2, max: 9 }), clock: fc.integer({ min: -2, max: 9 }) }),
  fc.jsonValue(),
);
const position = fc.oneof(
  fc.record(
    {
      item: id,
      type: id,
      tname: fc.oneof(fc.constantFrom("code", "settings", "elsewhere"), fc.jsonValue()),
      assoc: fc.oneof(fc.constantFrom(0, -1), fc.jsonValue()),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
);
const state = fc.oneof(
  fc.record(
    {
      user: fc.oneof(fc.record({ name: fc.jsonValue(), dye: fc.jsonValue(), color: fc.string() }), fc.jsonValue()),
      cursor: fc.oneof(fc.record({ anchor: position, head: position }, { requiredKeys: [] }), fc.jsonValue()),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
);

/** A document of client 1, with a text, a map, and something deleted. */
function someDocument(): Doc {
  const doc = new Doc();
  doc.clientID = 1;
  const text = doc.getText("code");
  text.insert(0, "warp and weft");
  text.delete(2, 3);
  doc.getMap("settings").set("language", "css");
  return doc;
}

/** An awareness in which client 2 says `said`. */
function hearing(doc: Doc, said: unknown): VisitorAwareness {
  const heard: Awareness = {
    doc,
    getLocalState: () => null,
    setLocalStateField: () => {},
    getStates: () => new Map([[2, said]]),
    on: () => {},
    off: () => {},
  };
  return new VisitorAwareness(heard);
}

test("whatever another client sends, an editor gets a name, a color and a cursor that it can look up", () => {
  const doc = someDocument();
  fc.assert(
    fc.property(state, (said) => {
      const heard = hearing(doc, said).getStates().get(2);
      expect(heard?.user.name).toMatch(/./su);
      expect(heard?.user.color).toMatch(/^#[0-9a-f]{6}$/u);
      const cursor = heard?.cursor as { readonly anchor: unknown; readonly head: unknown } | null;
      for (const each of cursor ? [cursor.anchor, cursor.head] : [])
        createAbsolutePositionFromRelativePosition(createRelativePositionFromJSON(each), doc);
    }),
    runs,
  );
});

test("a visitor's own name, color and cursor are passed on", () => {
  const doc = someDocument();
  const anchor = { type: null, tname: "code", item: { client: 1, clock: 0 }, assoc: 0 };
  const said = { user: { name: "Calm Heron", dye: "indigo" }, cursor: { anchor, head: anchor } };
  expect(hearing(doc, said).getStates().get(2)).toEqual({
    user: { name: "Calm Heron", color: "#4f5fcf", colorLight: "#4f5fcf3d" },
    cursor: { anchor, head: anchor },
  });
});
