import { expect, test } from "vitest";
import { ownValues, withOwnBytes } from "./own-bytes.ts";

const view = (from: number, to: number) => new Uint8Array(new ArrayBuffer(64)).fill(7).subarray(from, to);
const claim = { project: "p", key: 1, epoch: 1, seq: 1 };
const nothing = { puts: [], drops: [], clear: false, actors: [] };

test("updates and merged states of documents are posted without the buffers that they lie in", () => {
  const unit = withOwnBytes({
    kind: "commit",
    commit: {
      ...claim,
      ...nothing,
      documents: [
        { kind: "row", guid: "", id: 1, update: view(8, 11), v2: false },
        { kind: "merge", guid: "", through: 1, state: view(0, 5), kept: [] },
      ],
    },
  });
  const documents = unit.kind === "commit" ? unit.commit.documents : undefined;
  const bytes = documents?.map((write) => (write.kind === "row" ? write.update : write.state));
  expect(bytes).toEqual([Uint8Array.of(7, 7, 7), Uint8Array.of(7, 7, 7, 7, 7)]);
  expect(bytes?.map(({ buffer }) => buffer.byteLength)).toEqual([3, 5]);
});

test("so are the values of statements, and what has a buffer of its own stays what it is", () => {
  const whole = new Uint8Array(4);
  const unit = withOwnBytes({
    kind: "statements",
    statements: [
      {
        sql: "select ?, ?",
        values: [
          ["a", view(1, 3)],
          [1, whole],
        ],
      },
    ],
  });
  const [first, second] = unit.kind === "statements" ? unit.statements[0]!.values : [];
  expect(first).toEqual(["a", Uint8Array.of(7, 7)]);
  expect((first![1] as Uint8Array).buffer.byteLength).toBe(2);
  expect(second![1]).toBe(whole);
  expect(ownValues(second!)).toBe(second);
});
