import { limits as declared } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import type {
  AppliedUpdates,
  DocumentFailure,
  DocumentRow,
  Documents,
  OpenDocument,
  ReceivedUpdate,
} from "@weft/room/ports";
import { createManualClock } from "@weft/room/suites/fakes.ts";
import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import * as bombs from "./bombs.ts";
import { openDocuments } from "./documents.ts";
import type { DocumentsOptions } from "./documents.ts";
import type { Work } from "./work.ts";
import { startWorker } from "./worker-thread.ts";

const ada = { actor: 1, user: "ada", readOnly: false };
const v1 = (update: Uint8Array, from = ada): ReceivedUpdate => ({ update, v2: false, from });

const realTime: DocumentsOptions["clock"] = {
  monotonic: () => performance.now(),
  setTimer(afterMs, run) {
    const timer = setTimeout(run, afterMs);
    return { cancel: () => clearTimeout(timer) };
  },
};

/**
 * Documents, of which the main thread holds the small ones, and what workers were asked to do. Workers say that opening
 * took as much CPU time as `tookMs`.
 */
function start(changed: Partial<Limits> = {}, clock = realTime, tookMs = 1) {
  const calls: Work["type"][] = [];
  const documents = openDocuments({
    limits: { ...declared, ...changed },
    clock,
    inline: true,
    startThread(options) {
      const thread = startWorker(options);
      const run: typeof thread.run = async (work, pieces) => {
        calls.push(work.type);
        const answer = await thread.run(work, pieces);
        return answer.kind === "opened" ? { ...answer, tookMs } : answer;
      };
      return Object.create(thread, { run: { value: run } }) as typeof thread;
    },
  });
  return { documents, calls };
}

/** Nothing is slow. */
const standstill: DocumentsOptions["clock"] = { ...realTime, monotonic: () => 0 };

function storage(rows: readonly DocumentRow[] = []) {
  return { load: async () => rows };
}

async function opened(documents: Documents, source = storage()): Promise<OpenDocument> {
  return worked(await documents.open(source)).document;
}

function worked<T extends { kind: string }>(answer: T | DocumentFailure): T {
  if (answer.kind === "failed") throw new Error((answer as DocumentFailure).reason);
  return answer as T;
}
const outcomes = (answer: AppliedUpdates | DocumentFailure) =>
  worked(answer).outcomes.map((outcome) => (outcome.kind === "accepted" ? outcome.row : outcome.kind));

async function textOf(document: OpenDocument): Promise<unknown> {
  const { text } = worked(await document.json({ key: "t", type: "ytext" }));
  return JSON.parse(Buffer.from(text).toString());
}

/** Text that was typed in pieces, each at the start, so that no two of them are one struct. */
function piecemeal(structs: number): Uint8Array {
  const document = new Y.Doc();
  document.clientID = 9;
  document.transact(() => {
    for (let count = 0; count < structs; count++) document.getText("t").insert(0, "x");
  });
  return Y.encodeStateAsUpdate(document);
}

describe("documents on the main thread", () => {
  test("[DC41] a small document needs no worker", async () => {
    const { documents, calls } = start();
    await using _ = documents;
    const document = await opened(documents);
    const answers = await Promise.all([
      document.apply([v1(bombs.textOf(1, 0, "a")), v1(Uint8Array.of(7))]),
      document.apply([v1(bombs.textOf(1, 1, "b"))]),
    ]);
    expect(answers.map(outcomes)).toEqual([[1, "refused"], [2]]);
    expect(worked(answers[1]).hashes.v1).toBe(worked(await document.hash(false)).hash);
    expect(await textOf(document)).toBe("ab");
    const { state } = worked(await document.compact());
    const again = await opened(documents, storage([{ id: 2, update: state, v2: false }]));
    expect(await textOf(again)).toBe("ab");
    expect(calls).toEqual([]);
  });

  test("[DC41] an update that may take long moves its document to a worker for as long as it is open", async () => {
    const { documents, calls } = start();
    await using _ = documents;
    const document = await opened(documents);
    await document.apply([v1(bombs.textOf(1, 0, "a"))]);
    expect(calls).toEqual([]);
    const large = v1(piecemeal(1_000));
    const answer = await document.apply([v1(bombs.textOf(1, 1, "b")), large, v1(bombs.textOf(1, 2, "c"))]);
    expect(outcomes(answer)).toEqual([2, 3, 4]);
    expect(worked(answer).hashes.v1).toBe(worked(await document.hash(false)).hash);
    expect(outcomes(await document.apply([v1(bombs.textOf(1, 3, "d"))]))).toEqual([5]);
    expect(calls).toEqual(["open", "apply", "hash", "apply"]);
    expect(await textOf(document)).toHaveLength(1_004);
  });

  test("[DC41] a document that was slow is given up in the middle of a batch, and a worker does the rest", async () => {
    let passed = 0;
    // Every step takes longer than it may.
    const { documents, calls } = start({}, { ...realTime, monotonic: () => (passed += 200) }, 20);
    await using _ = documents;
    const document = await opened(documents, storage([{ id: 7, update: bombs.textOf(1, 0, "a"), v2: false }]));
    expect(calls).toEqual(["open"]);
    expect(await textOf(document)).toBe("a");

    let isCalm = true;
    const later = start({}, { ...realTime, monotonic: () => (isCalm ? 0 : (passed += 200)) });
    await using __ = later.documents;
    const typed = await opened(later.documents);
    isCalm = false;
    const batch = ["a", "b", "c"].map((letter, clock) => v1(bombs.textOf(1, clock, letter)));
    const answer = await typed.apply(batch);
    expect(outcomes(answer)).toEqual([1, 2, 3]);
    expect(worked(answer).hashes.v1).toBe(worked(await typed.hash(false)).hash);
    expect(await textOf(typed)).toBe("abc");
    expect(later.calls.slice(0, 2)).toEqual(["open", "apply"]);
  });

  test("[DC41] documents that are each within their time also have a bound on their total time", async () => {
    let passed = 0;
    let isCalm = true;
    const { documents, calls } = start({}, { ...realTime, monotonic: () => (isCalm ? 0 : (passed += 10)) });
    await using _ = documents;
    const typed = await Promise.all(Array.from({ length: 40 }, () => opened(documents)));
    expect(calls).toEqual([]);
    isCalm = false;
    const batch = ["a", "b", "c", "d", "e"].map((letter, clock) => v1(bombs.textOf(1, clock, letter)));
    const answers = await Promise.all(typed.map((document) => document.apply(batch)));
    expect(answers.map(outcomes)).toEqual(typed.map(() => [1, 2, 3, 4, 5]));
    const givenUp = calls.filter((type) => type === "open").length;
    expect(givenUp).toBeGreaterThan(0);
    expect(givenUp).toBeLessThan(typed.length);
  });

  test("[DC41] a document with pending updates moves to a worker", async () => {
    const { documents, calls } = start();
    await using _ = documents;
    const document = await opened(documents);
    expect(outcomes(await document.apply([v1(bombs.textOf(1, 1, "b"))]))).toEqual([1]);
    expect(outcomes(await document.apply([v1(bombs.textOf(1, 0, "a"))]))).toEqual([2]);
    expect(await textOf(document)).toBe("ab");
    expect(calls).toContain("apply");
  });

  test("[DC41] a document that grows too large moves to a worker", async () => {
    const { documents, calls } = start({ inlineDocumentBytes: 100 });
    await using _ = documents;
    const document = await opened(documents);
    let text = "";
    for (let clock = 0; clock < 20; clock++) {
      text += clock % 10;
      expect(outcomes(await document.apply([v1(bombs.textOf(1, clock, String(clock % 10)))]))).toEqual([clock + 1]);
      if (clock === 5) expect(calls).toEqual([]);
    }
    expect(await textOf(document)).toBe(text);
    expect(calls.filter((type) => type === "apply").length).toBeGreaterThan(5);
  });

  test.each([
    ["goes to the main thread when that was quick", {}, 1, ["open", "close"]],
    ["stays there when that was slow", {}, 20, ["open", "apply", "json"]],
    ["stays there when it is large", { inlineDocumentStructs: 999 }, 1, ["open", "apply", "json"]],
  ] as const)(
    "[DC41] what is stored and may take long is opened by a worker, and %s",
    async (_name, bounds, tookMs, told) => {
      const rows = [{ id: 1, update: piecemeal(1_000), v2: false }];
      const { documents, calls } = start(bounds, standstill, tookMs);
      await using _ = documents;
      const document = await opened(documents, storage(rows));
      expect(outcomes(await document.apply([v1(bombs.textOf(1, 0, "a"))]))).toEqual([2]);
      expect(await textOf(document)).toHaveLength(1_001);
      expect(calls).toEqual(told);
    },
  );

  test("[DC41] their total size is bounded, and closing one makes room", async () => {
    const { documents, calls } = start({ inlineDocumentsStructs: 45 });
    await using _ = documents;
    const first = await opened(documents);
    await opened(documents);
    expect(calls).toEqual([]);
    await opened(documents);
    expect(calls).toEqual(["open"]);
    first.close();
    await opened(documents);
    expect(calls).toEqual(["open"]);
  });

  test("[DC30] rows that cannot be read are left out", async () => {
    const { documents } = start();
    await using _ = documents;
    const rows = [
      { id: 4, update: bombs.textOf(1, 0, "a"), v2: false },
      { id: 5, update: Uint8Array.of(1, 2, 3), v2: true },
      { id: 9, update: bombs.textOf(1, 1, "b"), v2: false },
    ];
    const document = await opened(documents, storage(rows));
    expect(document.quarantined.map(({ id }) => id)).toEqual([5]);
    expect(outcomes(await document.apply([v1(bombs.textOf(1, 2, "c"))]))).toEqual([10]);
    expect(await textOf(document)).toBe("abc");
  });

  test("[DC22] [DC32] a worker that takes a document over knows accepted updates and the owners of ids", async () => {
    const { documents } = start();
    await using _ = documents;
    const document = await opened(documents);
    await document.apply([v1(bombs.textOf(1, 0, "kept"))]);
    const eve = { actor: 2, user: "eve", readOnly: false };
    const steal = v1(bombs.movedClock(1, 4, 50), eve);
    expect(worked(await document.apply([steal])).outcomes).toMatchObject([{ cause: "foreign" }]);
    await document.apply([v1(piecemeal(1_000), eve)]);
    expect(worked(await document.apply([steal])).outcomes).toMatchObject([{ cause: "foreign" }]);
    expect(await textOf(document)).toContain("kept");
  });

  test("[DC34] closing answers all pending calls", async () => {
    const clock = createManualClock();
    const { documents } = start({}, clock);
    const document = await opened(documents);
    await document.apply([v1(bombs.textOf(1, 0, "a"))]);
    // The clock stands still, so they would wait forever.
    const waiting = [document.apply([v1(bombs.textOf(1, 1, "b"))]), document.hash(false)];
    await documents[Symbol.asyncDispose]();
    for (const answer of await Promise.all(waiting)) expect(answer).toMatchObject({ kind: "failed", cause: "closed" });
    expect(documents.counters).toMatchObject({ open: 0, workersLost: 0 });
  });

  test("[DC40] updates of all documents are applied together, 8 ms after the last ones; the first are at once", async () => {
    const clock = createManualClock();
    const { documents } = start({}, clock);
    await using _ = documents;
    const one = await opened(documents);
    const other = await opened(documents);
    await one.apply([v1(bombs.textOf(1, 0, "a"))]);
    const order: string[] = [];
    const waiting = [
      one.apply([v1(bombs.textOf(1, 1, "b"))]).then(() => order.push("one")),
      other.apply([v1(bombs.textOf(1, 0, "c"))]).then(() => order.push("other")),
    ];
    await clock.advance(7);
    expect(order).toEqual([]);
    await clock.advance(1);
    expect(order.toSorted()).toEqual(["one", "other"]);
    await Promise.all(waiting);
    await clock.advance(8);
    expect(outcomes(await other.apply([v1(bombs.textOf(1, 1, "d"))]))).toEqual([2]);
  });
});
