import { limits } from "@weft/protocol";
import type { ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { openDocuments } from "@weft/document";
import { expect, test } from "vitest";
import { applyUpdate, Doc, encodeStateAsUpdate } from "yjs";
import { systemClock } from "./clock.ts";
import { createVersionWriter } from "./write-version.ts";
import type { VersionWriting } from "./write-version.ts";

const room: RoomAddress = { project: "p" as ProjectId, room: "r" as RoomId };
const lines = Buffer.from(
  `["root",{"type":0,"data":{"title":"One"}}]\n["a",{"type":1,"parentId":"root","parentKey":"l"}]\n`,
);
const nodes = [
  ["root", { type: 0, data: { title: "One" } }],
  ["a", { type: 1, parentId: "root", parentKey: "l" }],
];

/** A room whose document this is, and what was done to it. */
function roomOf(document: Doc) {
  const done: unknown[] = [];
  const gateway: VersionWriting["gateway"] = {
    documentState: async () => encodeStateAsUpdate(document),
    async updateDocument(_room, guid, update, v2) {
      done.push({ guid, v2 });
      applyUpdate(document, update);
    },
    async changeStorage(_room, change) {
      done.push(change);
      return { acks: [] };
    },
  };
  return { gateway, done };
}

test("a version is one change of Storage, and one of the document unless it is the same", async () => {
  await using documents = openDocuments({ limits, clock: systemClock });
  const document = new Doc();
  document.getText("t").insert(0, "before");
  const earlier = encodeStateAsUpdate(document);
  document.getText("t").delete(0, 6);
  const { gateway, done } = roomOf(document);
  const write = createVersionWriter({ gateway, documents });
  await write(room, { storage: lines, document: earlier });
  expect(done).toEqual([
    { kind: "restore", nodes },
    { guid: undefined, v2: false },
  ]);
  expect(document.getText("t").toJSON()).toBe("before");
  await write(room, { storage: lines, document: encodeStateAsUpdate(document) });
  expect(done.slice(2)).toEqual([{ kind: "restore", nodes }]);
});

test("when it cannot be worked out what brings the document back, nothing is written", async () => {
  const { gateway, done } = roomOf(new Doc());
  const failure = { kind: "failed", cause: "overran", reason: "It cost a worker." } as const;
  const write = createVersionWriter({ gateway, documents: { restoring: async () => failure } });
  const refused = write(room, { storage: lines, document: Uint8Array.of(0, 0) });
  await expect(refused).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(done).toEqual([]);
});
