// The worker thread. It keeps documents by number and runs one call at a time. Before each call and each step it
// records where it is, so that the main thread knows what a call that never returns was doing.
import { parentPort, workerData } from "node:worker_threads";
import type { WorkerDocument, Taken } from "./worker-document.ts";
import { loadDocument, storedBounds } from "./worker-document.ts";
import { readUpdate } from "./reader.ts";
import { restoringUpdate } from "./restoring-update.ts";
import type { DocumentRow, ReceivedUpdate } from "@weft/room/ports";
import type { WorkAnswer, AnswerMessage, AppliedUpdate, Work, WorkerSettings, WorkMessage } from "./work.ts";
import { callCell, stepCell } from "./work.ts";

/** Answers are batched for no longer than this. */
const answerWithinMs = 2;

if (!parentPort) throw new Error("Documents are held by a worker thread.");
const port = parentPort;
const { limits, progress } = workerData as WorkerSettings;
const documents = new Map<number, WorkerDocument>();
const encoder = new TextEncoder();

const step = (index: number) => Atomics.store(progress, stepCell, index);

port.on("message", ({ calls, bytes }: WorkMessage) => {
  let at = 0;
  const take = (length: number) => bytes.subarray(at, (at += length));
  let answers: AnswerMessage["answers"][number][] = [];
  let begun = performance.now();
  const post = () => {
    const transfer = answers.flatMap(({ answer }) => buffersOf(answer));
    port.postMessage({ answers } satisfies AnswerMessage, transfer);
    answers = [];
    begun = performance.now();
  };
  for (const { number, work } of calls) {
    Atomics.store(progress, stepCell, 0);
    Atomics.store(progress, callCell, number);
    const pieces = "lengths" in work ? work.lengths.map(take) : [];
    answers.push({ number, answer: guarded(work, pieces) });
    Atomics.store(progress, callCell, 0);
    if (performance.now() - begun > answerWithinMs) post();
  }
  if (answers.length > 0) post();
});

function guarded(work: Work, pieces: readonly Uint8Array[]): WorkAnswer {
  try {
    return perform(work, pieces);
  } catch (error) {
    if ("document" in work) documents.delete(work.document);
    return { kind: "failed", cause: "broken", reason: error instanceof Error ? error.message : String(error) };
  }
}

function perform(work: Work, pieces: readonly Uint8Array[]): WorkAnswer {
  if (work.type === "open") {
    const rows = work.rows.map(({ id, v2 }, index): DocumentRow => ({ id, v2, update: pieces[index]! }));
    const { document, quarantined } = loadDocument({ rows, claims: work.claims, limits, step, careful: work.careful });
    documents.set(work.document, document);
    return { kind: "opened", quarantined };
  }
  if (work.type === "restore") {
    const readings = pieces.map((state) => readUpdate(state, false, storedBounds(limits)));
    for (const reading of readings)
      if (reading.kind === "refused") return { kind: "failed", cause: "malformed", reason: reading.reason };
    return { kind: "restoring", update: restoringUpdate(pieces[0]!, pieces[1]!, step) };
  }
  if (work.type === "close") {
    documents.delete(work.document);
    return { kind: "done" };
  }
  const document = documents.get(work.document);
  if (document === undefined) return { kind: "failed", cause: "broken", reason: "The document is not held." };
  switch (work.type) {
    case "apply": {
      const updates = pieces.map((update, index): ReceivedUpdate => ({
        update,
        v2: work.v2[index]!,
        from: work.writers[work.from[index]!],
      }));
      const taken = document.apply(updates, step);
      const last = taken.at(-1);
      const givenUp = last?.kind === "refused" && last.fatal === true;
      if (givenUp) documents.delete(work.document);
      const hashes = givenUp
        ? {}
        : {
            ...(updates.some(({ v2 }) => !v2) && { v1: document.hash(false) }),
            ...(updates.some(({ v2 }) => v2) && { v2: document.hash(true) }),
          };
      return { kind: "applied", outcomes: taken.map(applied), givenUp, hashes };
    }
    case "diff": {
      const found = document.diff(pieces[0]!, work.v2, work.inPieces);
      if (found === undefined) return { kind: "failed", cause: "malformed", reason: "That is not a state vector." };
      return { kind: "diff", ...found, hash: document.hash(work.v2) };
    }
    case "hash":
      return { kind: "hash", hash: document.hash(work.v2) };
    case "json":
      return { kind: "json", text: encoder.encode(document.json(work.question)) };
    case "refersTo":
      return { kind: "reference", exists: document.refersTo(work.guid) };
    case "compact": {
      const state = document.merged();
      if (state !== undefined) return { kind: "merged", state };
      return { kind: "failed", cause: "broken", reason: "The merged state does not say what the document says." };
    }
    case "release":
      document.release(work.actor);
      return { kind: "done" };
  }
}

function applied(taken: Taken): AppliedUpdate {
  if (taken.kind === "refused") return { kind: "refused", cause: taken.cause, reason: taken.reason };
  if (taken.kind === "unchanged" || (taken.claimed.length === 0 && taken.rest === undefined)) return taken.kind;
  return taken;
}

/** JSON is transferred without a copy. Other answers may be cached here, so they are copied. */
function buffersOf(answer: WorkAnswer): ArrayBuffer[] {
  const whole = answer.kind === "json" ? answer.text : undefined;
  if (whole === undefined || whole.byteLength !== whole.buffer.byteLength) return [];
  return [whole.buffer as ArrayBuffer];
}
