import { limits as declared } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import type { Clock } from "@weft/room/ports";
import { createManualClock } from "@weft/room/suites/fakes.ts";
import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import * as bombs from "./bombs.ts";
import { openDocuments } from "./documents.ts";
import { startWorker } from "./worker-thread.ts";
import type { AppliedUpdates, DocumentFailure, DocumentRow, Documents, OpenDocument } from "@weft/room/ports";

const ada = { actor: 1, user: "ada", readOnly: false };
const eve = { actor: 2, user: "eve", readOnly: false };
const v1 = (update: Uint8Array, from = ada) => ({ update, v2: false, from });

const realTime: Pick<Clock, "setTimer" | "monotonic"> = {
  monotonic: () => performance.now(),
  setTimer(afterMs, run) {
    const timer = setTimeout(run, afterMs);
    return { cancel: () => clearTimeout(timer) };
  },
};

function start(changed: Partial<Limits> = {}): Documents {
  return openDocuments({ limits: { ...declared, ...changed }, clock: realTime });
}

/** Rows as a store keeps them. */
function storage() {
  const rows: DocumentRow[] = [];
  let loads = 0;
  return {
    rows,
    get loads() {
      return loads;
    },
    load: async () => {
      loads++;
      return [...rows];
    },
  };
}

async function opened(
  documents: Documents,
  source: { load(): Promise<readonly DocumentRow[]> },
): Promise<OpenDocument> {
  return worked(await documents.open(source)).document;
}

function worked<T extends { kind: string }>(answer: T | DocumentFailure): T {
  if (answer.kind === "failed") throw new Error((answer as DocumentFailure).reason);
  return answer as T;
}
const kinds = (answer: AppliedUpdates | DocumentFailure) =>
  worked(answer).outcomes.map((outcome) => (outcome.kind === "refused" ? outcome.cause : outcome.kind));

async function textOf(document: OpenDocument): Promise<unknown> {
  const { text } = worked(await document.json({ key: "t", type: "ytext" }));
  return JSON.parse(Buffer.from(text).toString());
}

/** Passes the reader, and takes Yjs minutes. */
const killer = bombs.shredded(66, 150_000);
/** For tests that wait until a step has overrun; every other step in them takes milliseconds. */
const shortSteps = { documentStepMs: 1_000, documentLoadStepMs: 1_000 };

describe("documents", () => {
  test("[DC10] [DC35] answers in order, and numbers the rows that are to be stored", async () => {
    await using documents = start();
    const document = await opened(documents, storage());
    const answers = await Promise.all([
      document.apply([v1(bombs.textOf(1, 0, "a")), v1(Uint8Array.of(7))]),
      document.apply([v1(bombs.textOf(1, 1, "b"))]),
      document.hash(false),
      document.apply([v1(bombs.textOf(1, 0, "a")), { ...v1(bombs.textOf(1, 2, "c")), v2: false }]),
      document.hash(false),
    ]);
    expect(worked(answers[0]).outcomes).toMatchObject([{ kind: "accepted", row: 1 }, { cause: "malformed" }]);
    expect(worked(answers[1]).outcomes).toEqual([{ kind: "accepted", row: 2 }]);
    expect(worked(answers[3]).outcomes).toEqual([{ kind: "unchanged" }, { kind: "accepted", row: 3 }]);
    expect(worked(answers[1]).hashes.v1).toBe(worked(answers[2]).hash);
    expect(worked(answers[3]).hashes.v1).toBe(worked(answers[4]).hash);
    expect(await textOf(document)).toBe("abc");
    expect(documents.counters).toMatchObject({ open: 1, accepted: 3, refused: 1 });
  });

  test("[DC12] answers with the hash of each encoding in which updates came", async () => {
    await using documents = start();
    const document = await opened(documents, storage());
    const writer = new Y.Doc();
    writer.getText("t").insert(0, "text");
    writer.getText("t").delete(1, 2);
    const update = { update: Y.encodeStateAsUpdateV2(writer), v2: true, from: ada };
    const { hashes } = worked(await document.apply([update]));
    expect(hashes).toEqual({ v2: worked(await document.hash(true)).hash });
    const both = worked(await document.apply([update, v1(Uint8Array.of(0, 0))])).hashes;
    expect(both).toEqual({ v1: worked(await document.hash(false)).hash, v2: hashes.v2 });
  });

  test("[DC31] [DC32] an update that kills the worker is refused, and no accepted one is lost", async () => {
    await using documents = start(shortSteps);
    const [first, second] = [storage(), storage()];
    const victim = await opened(documents, first);
    const neighbour = await opened(documents, second);
    const before = worked(await victim.apply([v1(bombs.textOf(1, 0, "stored")), v1(bombs.textOf(1, 6, " kept"))]));
    first.rows.push({ id: 1, update: bombs.textOf(1, 0, "stored"), v2: false });
    victim.committed(1);
    await neighbour.apply([v1(bombs.textOf(5, 0, "neighbour"))]);

    const attack = victim.apply([
      v1(bombs.textOf(1, 11, " before")),
      v1(killer, eve),
      v1(bombs.textOf(1, 18, " after")),
    ]);
    const meanwhile = neighbour.apply([v1(bombs.textOf(5, 9, " goes on"))]);
    expect(kinds(await attack)).toEqual(["accepted", "overran", "accepted"]);
    expect(kinds(await meanwhile)).toEqual(["accepted"]);
    expect(await textOf(victim)).toBe("stored kept before after");
    expect(await textOf(neighbour)).toBe("neighbour goes on");
    expect(before.outcomes).toHaveLength(2);
    expect(documents.counters).toMatchObject({ refused: 1, workersLost: 1, accepted: 6 });
    expect([first.loads, second.loads]).toEqual([2, 2]);
  });

  test("[DC31] a worker that dies by itself is replaced too", async () => {
    await using documents = start({ documentWorkerHeap: 16 * 2 ** 20 });
    const document = await opened(documents, storage());
    await document.apply([v1(bombs.textOf(1, 0, "kept"))]);
    const heavy = { update: bombs.dense(200_000), v2: true, from: undefined };
    expect(kinds(await document.apply([heavy]))).toEqual(["died"]);
    expect(kinds(await document.apply([v1(bombs.textOf(1, 4, " on"))]))).toEqual(["accepted"]);
    expect(await textOf(document)).toBe("kept on");
    expect(documents.counters.workersLost).toBe(1);
  });

  test("[DC31] with two workers, a document of the other one is not affected", async () => {
    await using documents = openDocuments({ limits: { ...declared, ...shortSteps }, clock: realTime, workers: 2 });
    const [first, second] = [storage(), storage()];
    const victim = await opened(documents, first);
    const neighbour = await opened(documents, second);
    const attack = victim.apply([v1(killer, eve)]);
    expect(kinds(await neighbour.apply([v1(bombs.textOf(5, 0, "quiet"))]))).toEqual(["accepted"]);
    expect(kinds(await attack)).toEqual(["overran"]);
    expect(await textOf(victim)).toBe("");
    expect(await textOf(neighbour)).toBe("quiet");
    expect([first.loads, second.loads]).toEqual([2, 1]);
  });

  test("[DC22] the owners of client ids are remembered when the worker is replaced", async () => {
    await using documents = start(shortSteps);
    const document = await opened(documents, storage());
    await document.apply([v1(bombs.textOf(1, 0, "mine"))]);
    await document.apply([v1(killer, eve)]);
    const steal = v1(bombs.movedClock(1, 4, 50), eve);
    expect(kinds(await document.apply([steal]))).toEqual(["foreign"]);
    document.left(ada.actor);
    expect(kinds(await document.apply([steal]))).toEqual(["accepted"]);
  });

  test("[DC30] rows that cannot be applied are left out, counted and named", async () => {
    await using documents = start();
    const source = storage();
    source.rows.push(
      { id: 4, update: bombs.textOf(1, 0, "a"), v2: false },
      { id: 5, update: Uint8Array.of(1, 2, 3), v2: true },
      { id: 9, update: bombs.textOf(1, 1, "b"), v2: false },
    );
    const document = await opened(documents, source);
    expect(document.quarantined.map(({ id }) => id)).toEqual([5]);
    expect(documents.counters.quarantined).toBe(1);
    expect(worked(await document.apply([v1(bombs.textOf(1, 2, "c"))])).outcomes).toEqual([
      { kind: "accepted", row: 10 },
    ]);
    const { state, through } = worked(await document.compact());
    expect(through).toBe(10);
    source.rows.splice(0, 3, source.rows[1]!, { id: through, update: state, v2: false });
    expect(await textOf(await opened(documents, source))).toBe("abc");
  });

  test("[DC33] a row that kills workers is left out like one that cannot be read", async () => {
    await using documents = start(shortSteps);
    const source = storage();
    source.rows.push(
      { id: 1, update: bombs.textOf(1, 0, "a"), v2: false },
      { id: 2, update: killer, v2: false },
      { id: 3, update: bombs.textOf(1, 1, "b"), v2: false },
    );
    const document = await opened(documents, source);
    expect(document.quarantined.map(({ id }) => id)).toEqual([2]);
    expect(await textOf(document)).toBe("ab");
    expect(documents.counters).toMatchObject({ workersLost: 2, quarantined: 1 });
  });

  test("[DC14] says when the log is long, and merges it", async () => {
    await using documents = start({ documentLogUpdates: 3 });
    const source = storage();
    const document = await opened(documents, source);
    for (let clock = 0; clock < 4; clock++) {
      expect(document.compactionDue).toBe(false);
      await document.apply([v1(bombs.textOf(1, clock, "x"))]);
    }
    expect(document.compactionDue).toBe(true);
    const { state, through } = worked(await document.compact());
    expect(document.compactionDue).toBe(false);
    source.rows.push({ id: through, update: state, v2: false });
    expect(through).toBe(4);
    expect(await textOf(await opened(documents, source))).toBe("xxxx");
  });

  test("[DC14] does not count rows that it cannot read, since no merge takes them away", async () => {
    await using documents = start({ documentLogUpdates: 3 });
    const source = storage();
    source.rows.push({ id: 1, update: bombs.textOf(1, 0, "x"), v2: false });
    for (const id of [2, 3, 4, 5, 6]) source.rows.push({ id, update: Uint8Array.of(255), v2: false });
    const document = await opened(documents, source);
    expect(document.quarantined.map(({ id }) => id)).toEqual([2, 3, 4, 5, 6]);
    expect(document.compactionDue).toBe(false);
  });

  test("[DC13] brings a client up to date, and refuses an invalid state vector", async () => {
    await using documents = start();
    const document = await opened(documents, storage());
    await document.apply([v1(bombs.textOf(1, 0, "text"))]);
    const copy = new Y.Doc();
    copy.getText("t");
    for (const v2 of [true, false]) {
      const diff = worked(await document.diff(Y.encodeStateVector(copy), v2));
      (v2 ? Y.applyUpdateV2 : Y.applyUpdate)(copy, diff.update);
      expect(diff.hash).toBe(worked(await document.hash(v2)).hash);
      expect(diff.stateVector).toEqual(Y.encodeStateVector(copy));
    }
    expect(copy.toJSON()).toEqual({ t: "text" });
    expect(await document.diff(Uint8Array.of(3, 1), false)).toMatchObject({ kind: "failed", cause: "malformed" });
  });

  test("[DC15] lists its subdocuments", async () => {
    await using documents = start();
    const document = await opened(documents, storage());
    const writer = new Y.Doc();
    writer.getMap("m").set("sub", new Y.Doc({ guid: "inner" }));
    const state = Y.encodeStateAsUpdate(writer);
    await document.apply([v1(state)]);
    expect(await document.refersTo("inner")).toEqual({ kind: "reference", exists: true });
    expect(await document.refersTo("other")).toEqual({ kind: "reference", exists: false });
  });

  test("[DC16] brings a document back to an earlier state, beside everything else", async () => {
    await using documents = start();
    const document = await opened(documents, storage());
    const writer = new Y.Doc();
    writer.getText("t").insert(0, "before");
    const earlier = Y.encodeStateAsUpdate(writer);
    writer.getText("t").delete(0, 6);
    writer.getText("t").insert(0, "after");
    await document.apply([v1(Y.encodeStateAsUpdate(writer))]);
    const { update: now } = worked(await document.diff(new Uint8Array(), false));
    const { update } = worked(await documents.restoring(earlier, now));
    await document.apply([{ update: update!, v2: false, from: undefined }]);
    expect(await textOf(document)).toBe("before");
    expect(await documents.restoring(now, now)).toEqual({ kind: "restoring", update: undefined });
    expect(await documents.restoring(Uint8Array.of(1), now)).toMatchObject({ kind: "failed", cause: "malformed" });
    expect(documents.counters.workersLost).toBe(0);
  });

  test("[DC16] a restore that overruns fails alone", async () => {
    await using documents = start(shortSteps);
    const document = await opened(documents, storage());
    await document.apply([v1(bombs.textOf(1, 0, "a"))]);
    const nothing = Uint8Array.of(0, 0);
    expect(await documents.restoring(nothing, killer)).toMatchObject({ kind: "failed", cause: "overran" });
    expect(await documents.restoring(nothing, nothing)).toEqual({ kind: "restoring", update: undefined });
    expect(await textOf(document)).toBe("a");
  });

  test("[DC34] a document that cannot be loaded returns a failure, and may be opened again", async () => {
    await using documents = start();
    const failure = await documents.open({ load: () => Promise.reject(new Error("The disk is gone.")) });
    expect(failure).toEqual({ kind: "failed", cause: "broken", reason: "The disk is gone." });
    expect(documents.counters.open).toBe(0);
    expect(await textOf(await opened(documents, storage()))).toBe("");
  });

  test("[DC34] closing answers all pending calls, and ends the workers", async () => {
    const documents = start();
    const document = await opened(documents, storage());
    const waiting = [document.apply([v1(killer)]), document.hash(false), document.apply([v1(bombs.textOf(1, 0, "x"))])];
    await documents[Symbol.asyncDispose]();
    for (const answer of await Promise.all(waiting)) expect(answer).toMatchObject({ kind: "failed", cause: "closed" });
    expect(await document.hash(false)).toMatchObject({ kind: "failed", cause: "closed" });
    expect(await documents.open(storage())).toMatchObject({ kind: "failed", cause: "closed" });
    expect(documents.counters).toMatchObject({ open: 0, workersLost: 0 });
  });

  test("[DC40] updates of all documents wait for one message, and a question goes at once with what waits", async () => {
    const clock = createManualClock();
    await using documents = openDocuments({ limits: declared, clock });
    const one = await opened(documents, storage());
    const other = await opened(documents, storage());
    // The clock stands still: they would wait for ever.
    const waiting = [one.apply([v1(bombs.textOf(1, 0, "a"))]), other.apply([v1(bombs.textOf(1, 0, "b"))])];
    expect(await textOf(await opened(documents, storage()))).toBe("");
    expect((await Promise.all(waiting)).map(kinds)).toEqual([["accepted"], ["accepted"]]);
    const later = one.apply([v1(bombs.textOf(1, 1, "c"))]);
    await clock.advance(4);
    expect(kinds(await later)).toEqual(["accepted"]);
  });

  test("no worker is started before there is a document", async () => {
    let started = 0;
    await using documents = openDocuments({
      limits: declared,
      clock: realTime,
      startThread(options) {
        started++;
        return startWorker(options);
      },
    });
    expect(started).toBe(0);
    await Promise.all([opened(documents, storage()), opened(documents, storage())]);
    expect(started).toBe(1);
  });

  test("[DC36] documents are opened, restored and shown by workers that could not be started at first", async () => {
    let failing = 3;
    await using documents = openDocuments({
      limits: declared,
      clock: realTime,
      startThread(options) {
        if (failing-- > 0) throw new Error("No thread is left.");
        return startWorker(options);
      },
    });
    const nothing = Uint8Array.of(0, 0);
    // A restore has a thread of its own, and is not worth waiting for one.
    expect(await documents.restoring(nothing, nothing)).toMatchObject({ kind: "failed", cause: "broken" });
    const [first, second] = await Promise.all([opened(documents, storage()), opened(documents, storage())]);
    expect(kinds(await first.apply([v1(bombs.textOf(1, 0, "a"))]))).toEqual(["accepted"]);
    expect(await textOf(second)).toBe("");
    expect(await documents.restoring(nothing, nothing)).toEqual({ kind: "restoring", update: undefined });
  });

  test("[DC37] an error in a call fails that call, and the next one is answered", async () => {
    let throwing = false;
    await using documents = openDocuments({
      limits: declared,
      clock: realTime,
      startThread(options) {
        const thread = startWorker(options);
        return {
          get alive() {
            return thread.alive;
          },
          get started() {
            return thread.started;
          },
          get waiting() {
            return thread.waiting;
          },
          end: () => thread.end(),
          run(work, pieces) {
            if (throwing) throw new Error("Nothing was sent.");
            return thread.run(work, pieces);
          },
        };
      },
    });
    const document = await opened(documents, storage());
    await document.apply([v1(bombs.textOf(1, 0, "a"))]);
    throwing = true;
    const failure = { kind: "failed", cause: "broken", reason: "Nothing was sent." };
    const failed = await Promise.all([
      document.hash(false),
      document.apply([v1(bombs.textOf(1, 1, "b"))]),
      document.apply([v1(bombs.textOf(1, 1, "b"))]),
      documents.open(storage()),
    ]);
    document.left(ada.actor);
    expect(failed).toEqual([failure, failure, failure, failure]);
    throwing = false;
    expect(kinds(await document.apply([v1(bombs.textOf(1, 1, "c"))]))).toEqual(["accepted"]);
    expect(await textOf(document)).toBe("ac");
  });

  test("[DC38] more questions than may wait are refused at once, and updates are not", async () => {
    await using documents = start({ documentQuestions: 3 });
    const document = await opened(documents, storage());
    const asked = Array.from({ length: 10 }, () => document.hash(false));
    const applied = document.apply([v1(bombs.textOf(1, 0, "a"))]);
    const answers = await Promise.all(asked);
    expect(answers.map((answer) => (answer.kind === "failed" ? answer.cause : answer.kind))).toEqual([
      ...Array.from({ length: 3 }, () => "hash"),
      ...Array.from({ length: 7 }, () => "busy"),
    ]);
    expect(kinds(await applied)).toEqual(["accepted"]);
    expect(await textOf(document)).toBe("a");
    expect(documents.counters.asked).toBe(4);
  });

  test("[DC38] of all documents only so many are open: the one idle longest is closed, and none that is in use", async () => {
    await using documents = start({ documentsAwake: 3 });
    const closed: string[] = [];
    const inUse = new Set<string>();
    const open = async (name: string) => {
      const answer = await documents.open({
        ...storage(),
        release() {
          if (inUse.has(name)) return false;
          closed.push(name);
          if (answer.kind === "opened") answer.document.close();
          return true;
        },
      });
      return answer;
    };
    const a = worked(await open("a")).document;
    await open("b");
    await open("c");
    await a.hash(false);
    await open("d");
    expect(closed).toEqual(["b"]);
    for (const name of ["a", "c", "d"]) inUse.add(name);
    expect(await open("e")).toMatchObject({ kind: "failed", cause: "busy" });
    inUse.delete("d");
    await open("e");
    expect(closed).toEqual(["b", "d"]);
    expect(documents.counters.open).toBe(3);
  });

  test("[DC39] a writer that leaves before its update was applied keeps no client id", async () => {
    await using documents = start();
    const document = await opened(documents, storage());
    const applied = document.apply([v1(bombs.textOf(1, 0, "mine"))]);
    document.left(ada.actor);
    expect(kinds(await applied)).toEqual(["accepted"]);
    expect(kinds(await document.apply([v1(bombs.movedClock(1, 4, 50), eve)]))).toEqual(["accepted"]);
  });
});
