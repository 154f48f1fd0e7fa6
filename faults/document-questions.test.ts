import { expect, test } from "vitest";
import * as Y from "yjs";
import { spawnProbedServer } from "./support/probed-server.ts";
import { openRawClient } from "./support/raw-client.ts";
import { report } from "./support/report.ts";
import { createRoom, metric, putDocument, readDocument, tokenFor } from "./support/rest.ts";
import { arrival, until } from "./support/until.ts";

/** Limits of documents that hold regardless of the rate limits of connections. */
const limits = { messagesPerSecond: 1e6, messagesBurst: 1e6 };

const isAnswer = ({ type, isSync }: { readonly type: number; readonly isSync?: boolean }) => type === 300 && isSync;

test("[S2] a reader that requests a document 20,000 times and leaves costs only a few answers", async () => {
  await using server = await spawnProbedServer({ limits });
  await createRoom(server, "r", { defaultAccesses: ["room:read"] });
  const document = new Y.Doc();
  const words = document.getArray<string>("words");
  document.transact(() => words.push(Array.from({ length: 50_000 }, (_, index) => `word ${index}`)));
  expect(await putDocument(server, "r", Y.encodeStateAsUpdate(document))).toBe(200);
  const before = await metric(server, "weft_document_questions_total");

  const token = await tokenFor(server, "reader", { r: ["room:read"] });
  const frames = 100;
  {
    using reader = await openRawClient({ ...server, room: "r", publicKey: undefined, token });
    for (let frame = 0; frame < frames; frame++)
      reader.send(...Array.from({ length: 200 }, () => ({ type: 300, vector: "AA==" })));
    // It arrives after all of those, so they were all read.
    await arrival("the pong", reader.ping());
    await reader.hear("an answer", (message) => isAnswer(message) === true);
  }
  await until("the reader has left", async () => (await metric(server, "weft_connections")) === 0);
  // Answered behind whatever is still asked of the document.
  const stored = new Y.Doc();
  Y.applyUpdate(stored, await readDocument(server, "r"));
  expect(stored.getArray("words").length).toBe(50_000);
  const asked = (await metric(server, "weft_document_questions_total")) - before;
  report("S2", { questions: frames * 200, "put to a worker": asked });
  // One under way and one waiting for each frame at most, and the call above.
  expect(asked).toBeLessThanOrEqual(2 * frames + 1);
}, 300_000);

test("[S2] a reader that requests more documents than may wait is closed, and delays no other document", async () => {
  await using server = await spawnProbedServer({
    limits: { ...limits, documentsAwakePerRoom: 20, documentsWaitingPerRoom: 100 },
  });
  await createRoom(server, "r", { defaultAccesses: ["room:read"] });
  const document = new Y.Doc();
  document.getText("t").insert(0, "here");
  expect(await putDocument(server, "r", Y.encodeStateAsUpdate(document))).toBe(200);
  const open = async (token: string) => openRawClient({ ...server, room: "r", publicKey: undefined, token });
  using bystander = await open(await tokenFor(server, "bystander"));
  using reader = await open(await tokenFor(server, "reader", { r: ["room:read"] }));
  // One frame, so that nothing is answered while it is read.
  reader.send(...Array.from({ length: 200 }, (_, index) => ({ type: 300, vector: "AA==", guid: `guid-${index}` })));
  expect(await arrival("the close", reader.closed)).toMatchObject({ code: 1013 });
  bystander.send({ type: 300, vector: "AA==" });
  const answer = await bystander.hear("the document", (message) => isAnswer(message) === true);
  const seen = new Y.Doc();
  Y.applyUpdate(seen, Buffer.from(answer.update!, "base64"));
  expect(seen.getText("t").toJSON()).toBe("here");
  expect(await metric(server, "weft_documents_open")).toBeLessThanOrEqual(20);
}, 300_000);
