// The worker thread. It keeps documents by number and runs one call at a time. Before each call and each step it
// records where it is, so that the main thread knows what a call that never returns was doing.
import { parentPort, workerData } from "node:worker_threads";
import { createHolder } from "./holder.ts";
import type { WorkAnswer, AnswerMessage, WorkerSettings, WorkMessage } from "./work.ts";
import { callCell, stepCell } from "./work.ts";

/** Answers are batched for no longer than this. */
const answerWithinMs = 2;

if (!parentPort) throw new Error("Documents are held by a worker thread.");
const port = parentPort;
const { limits, progress } = workerData as WorkerSettings;
const holder = createHolder({ limits, step: (index) => Atomics.store(progress, stepCell, index) });

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
    answers.push({ number, answer: holder.perform(work, pieces) });
    Atomics.store(progress, callCell, 0);
    if (performance.now() - begun > answerWithinMs) post();
  }
  if (answers.length > 0) post();
});

/** JSON is transferred without a copy. Other answers may be cached here, so they are copied. */
function buffersOf(answer: WorkAnswer): ArrayBuffer[] {
  const whole = answer.kind === "json" ? answer.text : undefined;
  if (whole === undefined || whole.byteLength !== whole.buffer.byteLength) return [];
  return [whole.buffer as ArrayBuffer];
}
