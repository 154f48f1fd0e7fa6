import type { ServerMessage } from "@weft/protocol/types";
import { expect, test } from "vitest";
import { DocumentMessages } from "./document-messages.ts";

function open() {
  const sent: object[] = [];
  const told: boolean[] = [];
  const documents = new DocumentMessages({
    send: (message) => sent.push(message),
    setSynchronized: (is) => told.push(is),
  });
  return { documents, sent, told };
}

test("[CS145] questions and updates name their document and their encoding", () => {
  const { documents, sent } = open();
  documents.fetch("AA==");
  documents.fetch("AA==", "sub", true);
  documents.update("AAA=", "sub");
  expect(sent).toEqual([
    { type: 300, vector: "AA==", v2: false },
    { type: 300, vector: "AA==", guid: "sub", v2: true },
    { type: 301, update: "AAA=", guid: "sub", v2: false },
  ]);
});

test("[CS145] what the server says of documents is told, and nothing else", () => {
  const { documents } = open();
  const heard: unknown[] = [];
  documents.updated.subscribe((message) => heard.push(message));
  const updated: ServerMessage = {
    type: 300,
    update: "AAA=",
    isSync: true,
    stateVector: "AA==",
    v2: false,
    remoteSnapshotHash: "x",
  };
  expect([documents.receive(updated), documents.receive({ type: 503, feedId: "f" })]).toEqual([true, false]);
  expect(heard).toEqual([updated]);
});

test("[CS146] documents are synchronized when every provider says so", () => {
  const { documents, told } = open();
  const [a, b] = [{}, {}];
  documents.report(a, false);
  documents.report(b, false);
  documents.report(a, true);
  expect([documents.isSynchronized, told]).toEqual([false, [false]]);
  documents.report(b, true);
  documents.report(b, true);
  expect([documents.isSynchronized, told]).toEqual([true, [false, true]]);
});
