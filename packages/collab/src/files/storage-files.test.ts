import { limits as platformLimits } from "@weft/protocol";
import type { Limits, ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createMemoryBlobStore } from "../../suites/memory-blob-store.ts";
import { createMemoryFileRecords } from "../../suites/memory-file-records.ts";
import type { BlobStore } from "./blob-store.ts";
import { createFileLinks } from "./file-links.ts";
import { createStorageFiles } from "./storage-files.ts";

const room: RoomAddress = { project: "p" as ProjectId, room: "r" as RoomId };
const elsewhere: RoomAddress = { ...room, project: "q" as ProjectId };
const id = `fl_${"a".repeat(21)}`;
const otherId = `fl_${"b".repeat(21)}`;
const bytes = Buffer.from("some bytes");
const day = platformLimits.storageUploadMs;

function open(limits: Partial<Limits> = {}, failing: (real: BlobStore) => Partial<BlobStore> = () => ({})) {
  const gone = new Set<string>();
  const records = createMemoryFileRecords(async (address) => !gone.has(address.room));
  const blobs = createMemoryBlobStore();
  const clock = { now: 1_000_000 };
  const files = createStorageFiles({
    records,
    blobs: { ...blobs, ...failing(blobs) },
    links: createFileLinks(Buffer.alloc(32, 1)),
    limits: { ...platformLimits, ...limits },
    now: () => clock.now,
  });
  const deleteRoom = () => {
    gone.add(room.room);
    records.deleteRoom(room);
  };
  return { files, records, blobs, clock, deleteRoom };
}

const refusal = (code: string) => expect.objectContaining({ code });

async function startWith(files: ReturnType<typeof open>["files"], ...pieces: readonly Uint8Array[]) {
  const { uploadId } = await files.start(room, { id, name: "a.png" });
  const upload = { fileId: id, uploadId };
  const parts = [];
  for (const [index, piece] of pieces.entries())
    parts.push(await files.putPart(room, upload, String(index + 1), piece));
  return { upload, parts };
}

test("[FI1] repeating an upload answers the same, and other content under its id is a conflict", async () => {
  const { files, blobs } = open();
  const draft = { id, name: "a.txt", size: bytes.length };
  const file = await files.upload(room, draft, bytes);
  expect(file).toEqual({ id, name: "a.txt", size: bytes.length, mimeType: "text/plain" });
  expect(await files.upload(room, draft, bytes)).toEqual(file);
  await expect(files.upload(room, { ...draft, name: "b.txt" }, bytes)).rejects.toThrow(refusal("CONFLICT"));
  await expect(files.upload(room, { id, name: "a.txt" }, Buffer.from("x"))).rejects.toThrow(refusal("CONFLICT"));
  await expect(files.start(room, draft)).rejects.toThrow(refusal("CONFLICT"));
  expect(blobs.blobs.size).toBe(1);
  expect(await files.upload(elsewhere, { ...draft, name: "theirs.txt" }, bytes)).toMatchObject({ name: "theirs.txt" });
});

test("[FI1] of many who upload one id at the same time, one wins, and all hear of the same file", async () => {
  const { files, blobs, clock } = open();
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => files.upload(room, { id, name: `${n % 2}.txt` }, bytes)),
  );
  const told = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  expect(new Set(told.map(({ name }) => name)).size).toBe(1);
  expect(told).toHaveLength(10);
  for (const answer of answers) if (answer.status === "rejected") expect(answer.reason).toEqual(refusal("CONFLICT"));
  await files.collect();
  expect(blobs.blobs.size).toBe(1);
  clock.now += day;
  await files.collect();
  expect(await buffer(await files.read((await files.find(room, id))!))).toEqual(bytes);
});

test("[FI1] a part is the same part however often it comes, and never another one", async () => {
  const { files } = open();
  const { upload, parts } = await startWith(files, bytes);
  expect(await files.putPart(room, upload, "1", bytes)).toEqual(parts[0]);
  await expect(files.putPart(room, upload, "1", Buffer.from("x"))).rejects.toThrow(refusal("CONFLICT"));
  const racing = await Promise.allSettled(
    ["x", "y"].map((text) => files.putPart(room, upload, "2", Buffer.from(text))),
  );
  expect(racing.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("[FI2] an upload is completed from exactly the parts that were sent, and may be completed again", async () => {
  const { files, blobs } = open();
  const pieces = [Buffer.from("one "), Buffer.from("two "), Buffer.from("three")];
  const { upload, parts } = await startWith(files, ...pieces);
  const [one, two, three] = parts as [(typeof parts)[0], (typeof parts)[0], (typeof parts)[0]];
  const other = "0".repeat(64);
  for (const wrong of [
    [],
    [one],
    [one, three],
    [two, one, three],
    [one, two, two],
    [one, two, { ...three, etag: other }],
    [one, two, three, { partNumber: 4, etag: other }],
  ])
    await expect(files.complete(room, upload, wrong)).rejects.toThrow(refusal("UNPROCESSABLE_ENTITY"));
  const done = { id, name: "a.png", size: 13, mimeType: "image/png" };
  const completions = await Promise.all([1, 2, 3].map(() => files.complete(room, upload, parts)));
  expect(completions).toEqual([done, done, done]);
  expect(await buffer(await files.read((await files.find(room, id))!))).toEqual(Buffer.concat(pieces));
  await expect(files.putPart(room, upload, "4", bytes)).rejects.toThrow(refusal("RESOURCE_NOT_FOUND"));
  await files.abort(room, upload);
  expect(await files.complete(room, upload, parts)).toEqual(done);
  await files.collect();
  expect([blobs.blobs.size, blobs.parts.size]).toEqual([1, 0]);
});

test("[FI2] a crash between joining the parts and keeping the file is made good by completing again", async () => {
  const { files, blobs, records } = open();
  const { upload, parts } = await startWith(files, bytes);
  const { blob, session } = (await records.upload(room, upload.uploadId))!;
  await blobs.joinParts(blob, session, [{ number: 1, tag: "1" }]);
  expect(await files.find(room, id)).toBeUndefined();
  expect(await files.complete(room, upload, parts)).toMatchObject({ size: bytes.length });
});

test("[FI3] an upload is known in its room, for its file and with a genuine id alone", async () => {
  const { files } = open();
  const { upload, parts } = await startWith(files, bytes);
  for (const [address, name] of [
    [elsewhere, upload],
    [{ ...room, room: "s" as RoomId }, upload],
    [room, { ...upload, fileId: otherId }],
    [room, { ...upload, uploadId: `up_${"x".repeat(22)}` }],
  ] as const) {
    await expect(files.putPart(address, name, "2", bytes)).rejects.toThrow(refusal("RESOURCE_NOT_FOUND"));
    await expect(files.complete(address, name, parts)).rejects.toThrow(refusal("RESOURCE_NOT_FOUND"));
    await files.abort(address, name);
  }
  expect(await files.complete(room, upload, parts)).toMatchObject({ id });
  expect(await files.find(elsewhere, id)).toBeUndefined();
  expect(await files.findMany(elsewhere, [])).toEqual(new Map());
  for (const malformed of ["", "fl_", `at_${"a".repeat(21)}`, `${id}a`, "../../etc"])
    await expect(files.find(room, malformed)).rejects.toThrow(refusal("BAD_REQUEST"));
});

test("an upload is refused that would leave too little space on the disk", async () => {
  let free = 100 + bytes.length - 1;
  const { files } = open({ storageFileFreeFloor: 100 }, () => ({ free: async () => free }));
  await expect(files.upload(room, { id, name: "a.txt" }, bytes)).rejects.toThrow(refusal("NO_SPACE_FOR_FILES"));
  free += 1;
  expect(await files.upload(room, { id, name: "a.txt" }, bytes)).toMatchObject({ size: bytes.length });
});

test("[FI4] what is over a limit, empty, or not of the size announced is refused, and nothing of it stays", async () => {
  const { files, blobs, clock } = open({ storageFile: 20, storageFilePart: 10, storageFilesPerRoom: 45 });
  const draft = { id, name: "a.txt" };
  await expect(files.upload(room, { ...draft, size: 9 }, bytes)).rejects.toThrow("'fileSize'");
  await expect(files.upload(room, draft, Buffer.alloc(0))).rejects.toThrow(refusal("BAD_REQUEST"));
  await expect(files.start(room, { ...draft, size: 21 })).rejects.toThrow(refusal("PAYLOAD_TOO_LARGE"));
  const { upload, parts } = await startWith(files, bytes, bytes);
  await expect(files.putPart(room, upload, "3", bytes)).rejects.toThrow(refusal("PAYLOAD_TOO_LARGE"));
  await files.complete(room, upload, parts);
  const sized = await files.start(room, { id: otherId, name: "b", size: 11 });
  const part = await files.putPart(room, { fileId: otherId, uploadId: sized.uploadId }, "1", bytes);
  await expect(files.complete(room, { fileId: otherId, uploadId: sized.uploadId }, [part])).rejects.toThrow("fileSize");
  // 20 are there and 11 reserved; an upload that does not say its size reserves all that it may have.
  await expect(files.start(room, { id: otherId, name: "b" })).rejects.toThrow("The room's files");
  await expect(files.upload(room, { id: otherId, name: "b" }, Buffer.alloc(15))).rejects.toThrow("The room's files");
  await files.abort(room, { fileId: otherId, uploadId: sized.uploadId });
  expect(await files.upload(room, { id: otherId, name: "b" }, Buffer.alloc(15))).toMatchObject({ size: 15 });
  clock.now += day;
  await files.collect();
  expect([blobs.blobs.size, blobs.parts.size]).toEqual([2, 0]);
});

test("[FI5] an upload that was given up or not completed in time leaves no bytes", async () => {
  const { files, blobs, clock } = open();
  const first = await startWith(files, bytes);
  await files.abort(room, first.upload);
  await expect(files.complete(room, first.upload, first.parts)).rejects.toThrow(refusal("RESOURCE_NOT_FOUND"));
  await files.collect();
  expect(blobs.parts.size).toBe(0);

  const second = await startWith(files, bytes);
  clock.now += day - 1;
  await files.collect();
  expect(blobs.parts.size).toBe(1);
  clock.now += 1;
  await files.collect();
  expect(blobs.parts.size).toBe(0);
  await expect(files.putPart(room, second.upload, "2", bytes)).rejects.toThrow(refusal("RESOURCE_NOT_FOUND"));
});

test("[FI5] bytes that were still being written when they were given up are deleted in the end", async () => {
  const { files, blobs, clock, records } = open();
  const { upload } = await startWith(files, bytes);
  const { blob, session } = (await records.upload(room, upload.uploadId))!;
  await files.abort(room, upload);
  await files.collect();
  await blobs.putPart(blob, session, 2, bytes);
  await blobs.put(blob, bytes);
  await files.collect();
  expect([blobs.blobs.size, blobs.parts.size]).toEqual([1, 1]);
  clock.now += day;
  await files.collect();
  expect([blobs.blobs.size, blobs.parts.size]).toEqual([0, 0]);
});

test("[FI5] a write that fails gives its upload up", async () => {
  let full = true;
  const { files, records } = open({}, (real) => ({
    async put(name, content) {
      if (full) throw new Error("The disk is full.");
      await real.put(name, content);
    },
  }));
  await expect(files.upload(room, { id, name: "a" }, bytes)).rejects.toThrow("full");
  expect(await records.usage(room)).toBe(0);
  full = false;
  expect(await files.upload(room, { id, name: "a" }, bytes)).toMatchObject({ id });
});

test("[FI6] the files of a deleted room are gone at once, and their bytes with the next collection", async () => {
  const { files, blobs, deleteRoom, clock } = open();
  const { upload, parts } = await startWith(files, bytes);
  await files.upload(room, { id: otherId, name: "a.txt" }, bytes);
  const file = (await files.find(room, otherId))!;
  const { url } = await files.link(room, file, "https://weft.test");
  const link = new URL(url);
  expect(await files.follow(otherId, link.searchParams)).toMatchObject({ file });
  deleteRoom();
  await expect(files.follow(otherId, link.searchParams)).rejects.toThrow(refusal("STORAGE_FILE_NOT_FOUND"));
  await expect(files.complete(room, upload, parts)).rejects.toThrow(refusal("RESOURCE_NOT_FOUND"));
  await expect(files.upload(room, { id, name: "a" }, bytes)).rejects.toThrow(refusal("ROOM_NOT_FOUND"));
  await expect(files.start(room, { id, name: "a" })).rejects.toThrow(refusal("ROOM_NOT_FOUND"));
  await files.collect();
  expect([blobs.blobs.size, blobs.parts.size]).toEqual([0, 0]);
  await expect(files.read(file)).rejects.toThrow(refusal("STORAGE_FILE_NOT_FOUND"));
  clock.now += day;
  await files.collect();
});

test("[FI6] bytes that cannot be deleted hold nothing up, and are tried again", async () => {
  const stuck = new Set<string>();
  const { files, blobs, deleteRoom } = open({}, (real) => ({
    async delete(name) {
      if (stuck.has(name)) throw new Error("Away.");
      await real.delete(name);
    },
  }));
  for (let n = 0; n < 350; n++) await files.upload(room, { id: `fl_${String(n).padStart(21, "0")}`, name: "a" }, bytes);
  deleteRoom();
  for (const name of [...blobs.blobs.keys()].slice(0, 99)) stuck.add(name);
  await expect(files.collect()).rejects.toThrow(AggregateError);
  expect(new Set(blobs.blobs.keys())).toEqual(stuck);
  stuck.clear();
  await files.collect();
  expect(blobs.blobs.size).toBe(0);
});

test("[FI6] a collection stops where it is told to, or where everything fails, and loses nothing", async () => {
  const stop = new AbortController();
  let calls = 0;
  let away = false;
  const { files, blobs, deleteRoom } = open({}, (real) => ({
    async delete(name) {
      if (++calls === 120) stop.abort();
      if (away) throw new Error("Away.");
      await real.delete(name);
    },
  }));
  for (let n = 0; n < 350; n++) await files.upload(room, { id: `fl_${String(n).padStart(21, "0")}`, name: "a" }, bytes);
  deleteRoom();
  await files.collect(stop.signal);
  expect(blobs.blobs.size).toBe(230);
  away = true;
  await expect(files.collect()).rejects.toThrow("could not be deleted");
  expect(calls).toBe(220);
  away = false;
  await files.collect();
  expect(blobs.blobs.size).toBe(0);
});

test.for([
  ["a.txt", "text/plain"],
  ["A.JPG", "image/jpeg"],
  ["a.tar.gz", "application/gzip"],
  ["a.ts", "video/mp2t"],
  ["a.unknown-to-all", ""],
  ["png", ""],
  ["a b/c.pdf", "application/pdf"],
] as const)("the type of %s is %s, by its extension", async ([name, mimeType]) => {
  expect(await open().files.upload(room, { id, name }, bytes)).toMatchObject({ name, mimeType });
});
