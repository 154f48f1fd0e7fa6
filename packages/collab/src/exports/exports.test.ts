import { randomBytes } from "node:crypto";
import { limits } from "@weft/protocol";
import type { ProjectId, RoomId } from "@weft/protocol";
import { expect, test } from "vitest";
import { createMemoryBlobStore } from "../../suites/memory-blob-store.ts";
import { newRoom } from "../../suites/new-room.ts";
import type { ProjectRecord } from "../projects/project-records.ts";
import { JobRefused } from "../jobs/job.ts";
import type { RunningJob } from "../jobs/job.ts";
import type { RoomRecord } from "../rooms/room-records.ts";
import type { ExportRecord, ExportRecords } from "./export-records.ts";
import { folderOf, createExports } from "./exports.ts";

const project: ProjectRecord = {
  id: "p1" as ProjectId,
  name: "One",
  type: "prod",
  createdAt: 1,
  updatedAt: 1,
  publicKeyCreatesRooms: false,
  versionCreationTimeout: false,
  tokenGeneration: 0,
  allowedOrigins: [],
  revision: 1,
};

/** Records of one export that waits. */
function openRecords(): ExportRecords & { readonly ended: Partial<ExportRecord>[] } {
  const record: ExportRecord = {
    project: project.id,
    id: "exp_1",
    requestedBy: "ada",
    requestedAt: 1,
    state: "running",
    roomsDone: 0,
    blob: "",
  };
  const ended: Partial<ExportRecord>[] = [];
  const end = async (_: unknown, how: Partial<ExportRecord>) => ended.push(how) > 0;
  return {
    ended,
    list: async () => [record],
    find: async () => ({ ...record, ...ended.at(-1) }),
    insert: async () => true,
    begin: async () => true,
    place: async () => true,
    progress: async () => true,
    finish: end,
    fail: end,
    dropExpired: async () => {},
    subdocuments: async () => [],
    countRooms: async () => 1,
  };
}

const running: RunningJob = {
  id: 1,
  key: "p1 exp_1",
  tries: 1,
  deaths: 0,
  createdAt: 1,
  payload: { project: project.id, export: "exp_1" },
  claim: { id: 1, claim: "mine" },
  isLastTry: false,
  signal: new AbortController().signal,
  progressed: async () => {},
};

test("[EX3] no room is read before the one before it is on its way, and the file leaves in parts of one size", async () => {
  const exportPart = 10_000;
  const roomBytes = 35_000;
  const rooms = Array.from(
    { length: 250 },
    (_, n): RoomRecord => ({ ...newRoom(`room ${n}`), key: n, revision: 1 }) as RoomRecord,
  );
  const blobs = createMemoryBlobStore();
  const parts: number[] = [];
  let read = 0;
  let put = 0;
  const records = openRecords();
  const exports = createExports({
    records,
    blobs: {
      ...blobs,
      async putPart(name, session, number, bytes) {
        parts.push(bytes.length);
        put += bytes.length;
        return blobs.putPart(name, session, number, bytes);
      },
    },
    rooms: {
      async list(_, { limit, startingAfter = "0" }) {
        const from = Number(startingAfter);
        const more = from + limit < rooms.length;
        return { rooms: rooms.slice(from, from + limit), nextCursor: more ? String(from + limit) : null };
      },
    },
    project: async () => project,
    async read() {
      // What has no pattern cannot be compressed: what was read before has left, but for less than a part.
      expect(read - put).toBeLessThan(exportPart);
      read += roomBytes;
      return { files: [{ name: "document.bin", pieces: [randomBytes(roomBytes)] }], missing: [] };
    },
    mails: async () => [],
    now: () => 1_000,
    limits: { ...limits, exportPart },
  });
  await exports.handler.run(running);
  expect(records.ended).toMatchObject([{ roomsDone: 250, size: put }]);
  expect(new Set(parts.slice(0, -1))).toEqual(new Set([exportPart]));
  expect(blobs.blobs.size).toBe(1);
});

test("a project of more rooms than an export holds is told so, and not tried again", async () => {
  const records = { ...openRecords(), countRooms: async () => limits.exportRooms + 1 };
  const exports = createExports({
    records,
    blobs: createMemoryBlobStore(),
    rooms: { list: () => Promise.reject(new Error("Nobody asks.")) },
    project: async () => project,
    read: async () => undefined,
    mails: async () => [],
    now: () => 1_000,
  });
  await expect(exports.handler.run(running)).rejects.toThrow(JobRefused);
  expect(records.ended).toMatchObject([{ failure: expect.stringContaining("at most 200000") }]);
});

test("folders are fit for any file system, told apart, and readable where the id is", () => {
  const ids = ["docs:plan", "docs/plan", "../../etc/passwd", "织物", "a".repeat(128), "con", "A", "a"] as RoomId[];
  const folders = ids.map(folderOf);
  expect(folders[0]).toMatch(/^docs-plan-[\da-f]{12}$/);
  for (const folder of folders) expect(folder).toMatch(/^[\w-]{13,73}$/);
  expect(new Set(folders.map((folder) => folder.toLowerCase())).size).toBe(ids.length);
});
