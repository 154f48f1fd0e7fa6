import { limits } from "@weft/protocol";
import type { DocumentFailure, Documents, OpenDocument, ReceivedUpdate } from "@weft/room/ports";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { edit, play, runs } from "./arbitraries.ts";
import { openDocuments } from "./documents.ts";

const clock = {
  monotonic: () => performance.now(),
  setTimer(afterMs: number, run: () => unknown) {
    const timer = setTimeout(run, afterMs);
    return { cancel: () => clearTimeout(timer) };
  },
};
const from = { actor: 1, user: "ada", readOnly: false };

async function open(documents: Documents): Promise<OpenDocument> {
  const answer = await documents.open({ load: async () => [] });
  if (answer.kind === "failed") throw new Error(answer.reason);
  return answer.document;
}

/** Updates in either encoding, some early, some with a byte that is not as it was. */
function received(history: Parameters<typeof play>[0], seed: number): ReceivedUpdate[] {
  const { v1, v2 } = play(history);
  const updates = v1.map((update, index) => {
    const isV2 = ((seed >> (index % 29)) & 1) === 1;
    const bytes = Uint8Array.from(isV2 ? v2[index]! : update);
    if ((seed + index) % 11 === 0) bytes[(seed + index) % bytes.length]! ^= 1 + (seed % 255);
    return { update: bytes, v2: isV2, from };
  });
  for (let at = 0; at + 1 < updates.length; at++)
    if (((seed >> (at % 23)) & 7) === 7) [updates[at], updates[at + 1]] = [updates[at + 1]!, updates[at]!];
  return updates;
}

test("[DC41] the main thread answers what a worker answers, whatever comes in whatever batches", async () => {
  await using inWorkers = openDocuments({ limits, clock });
  await using inline = openDocuments({ limits, clock, inline: true });
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 40 }), fc.nat(), async (history, seed) => {
      const updates = received(history, seed);
      const [one, other] = [await open(inWorkers), await open(inline)];
      for (let at = 0; at < updates.length;) {
        const batch = updates.slice(at, (at += 1 + (seed % 7)));
        const answers = await Promise.all([one.apply(batch), other.apply(batch)]);
        expect(answers[1]).toEqual(answers[0]);
      }
      const asked = (document: OpenDocument) =>
        Promise.all([
          document.hash(false),
          document.hash(true),
          document.diff(new Uint8Array(), false),
          textsOf(document),
        ]);
      expect(await asked(other)).toEqual(await asked(one));
      for (const document of [one, other]) document.close();
    }),
    runs(60),
  );
});

async function textsOf(document: OpenDocument): Promise<string | DocumentFailure> {
  const answer = await document.json();
  return answer.kind === "failed" ? answer : Buffer.from(answer.text).toString();
}
