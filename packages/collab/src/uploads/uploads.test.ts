import { limits as platformLimits } from "@weft/protocol";
import type { ProjectId, RoomId } from "@weft/protocol";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { createMemoryBlobStore } from "../../suites/memory-blob-store.ts";
import { createMemoryUploadRecords } from "../../suites/memory-upload-records.ts";
import type { BlobStore } from "./blob-store.ts";
import { collectBlobs } from "./collect-blobs.ts";
import type { UploadOwner } from "./upload-records.ts";
import { openUploads } from "./uploads.ts";
import type { UploadRules } from "./uploads.ts";

const bytes = Buffer.from("some bytes");
const day = platformLimits.storageUploadMs;

describe.each([
  ["storageFile", "fl_"],
  ["attachment", "at_"],
] as const)("uploads of kind %s", (kind, prefix) => {
  const room = { project: "p" as ProjectId, room: "r" as RoomId };
  const owner: UploadOwner = { ...room, kind };
  const elsewhere: UploadOwner = { ...owner, project: "q" as ProjectId };
  const id = `${prefix}${"a".repeat(21)}`;
  const otherId = `${prefix}${"b".repeat(21)}`;

  function open(
    rules: Partial<UploadRules<string>> = {},
    failing: (real: BlobStore) => Partial<BlobStore> = () => ({}),
    limits = platformLimits,
  ) {
    const gone = new Set<string>();
    const records = createMemoryUploadRecords(async (address) => !gone.has(address.room));
    const real = createMemoryBlobStore();
    const clock = { now: 1_000_000 };
    const blobs = { ...real, ...failing(real) };
    const now = () => clock.now;
    const files = openUploads({
      rules: {
        readId: (text) => (new RegExp(`^${prefix}[\\w-]{21}$`).test(text) ? text : undefined),
        file: limits.storageFile,
        part: limits.storageFilePart,
        total: limits.storageFilesPerRoom,
        ...rules,
      },
      records,
      blobs,
      limits,
      now,
    });
    const deleteRoom = () => {
      gone.add(room.room);
      records.deleteRoom(room);
    };
    const collect = (signal?: AbortSignal) => collectBlobs({ records, blobs, now }, signal);
    return { files, records, blobs: real, clock, deleteRoom, collect };
  }

  const refusal = (code: string) => expect.objectContaining({ code });

  async function startWith(files: ReturnType<typeof open>["files"], ...pieces: readonly Uint8Array[]) {
    const { uploadId } = await files.start(owner, { id, name: "a.png" });
    const upload = { fileId: id, uploadId };
    const parts = [];
    for (const [index, piece] of pieces.entries())
      parts.push(await files.putPart(owner, upload, String(index + 1), piece));
    return { upload, parts };
  }

  test("[FI1] repeating an upload answers the same, and other content under its id is a conflict", async () => {
    const { files, blobs } = open();
    const draft = { id, name: "a.txt", size: bytes.length };
    const file = await files.upload(owner, draft, bytes);
    expect(file).toMatchObject({ id, name: "a.txt", size: bytes.length, mimeType: "text/plain" });
    expect(await files.upload(owner, draft, bytes)).toEqual(file);
    await expect(files.upload(owner, { ...draft, name: "b.txt" }, bytes)).rejects.toThrow(refusal("CONFLICT"));
    await expect(files.upload(owner, { id, name: "a.txt" }, Buffer.from("x"))).rejects.toThrow(refusal("CONFLICT"));
    await expect(files.start(owner, draft)).rejects.toThrow(refusal("CONFLICT"));
    expect(blobs.blobs.size).toBe(1);
    expect(await files.upload(elsewhere, { ...draft, name: "theirs.txt" }, bytes)).toMatchObject({
      name: "theirs.txt",
    });
  });

  test("[FI1] of many simultaneous uploads of one id, one wins, and the others return that file or fail", async () => {
    const { files, blobs, clock, collect } = open();
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => files.upload(owner, { id, name: `${n % 2}.txt` }, bytes)),
    );
    const told = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    expect(new Set(told.map(({ name }) => name)).size).toBe(1);
    expect(told).toHaveLength(10);
    for (const answer of answers) if (answer.status === "rejected") expect(answer.reason).toEqual(refusal("CONFLICT"));
    await collect();
    expect(blobs.blobs.size).toBe(1);
    clock.now += day;
    await collect();
    expect(await buffer((await files.read((await files.find(owner, id))!))!)).toEqual(bytes);
  });

  test("[FI1] a part may be sent again, and never with other bytes", async () => {
    const { files } = open();
    const { upload, parts } = await startWith(files, bytes);
    expect(await files.putPart(owner, upload, "1", bytes)).toEqual(parts[0]);
    await expect(files.putPart(owner, upload, "1", Buffer.from("x"))).rejects.toThrow(refusal("CONFLICT"));
    const racing = await Promise.allSettled(
      ["x", "y"].map((text) => files.putPart(owner, upload, "2", Buffer.from(text))),
    );
    expect(racing.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("[FI2] an upload is completed from exactly the parts that were sent, and may be completed again", async () => {
    const { files, blobs, collect } = open();
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
      await expect(files.complete(owner, upload, wrong)).rejects.toThrow(refusal("UNPROCESSABLE_ENTITY"));
    const done = { id, name: "a.png", size: 13, mimeType: "image/png" };
    const completions = await Promise.all([1, 2, 3].map(() => files.complete(owner, upload, parts)));
    expect(completions).toMatchObject([done, done, done]);
    expect(await buffer((await files.read((await files.find(owner, id))!))!)).toEqual(Buffer.concat(pieces));
    await expect(files.putPart(owner, upload, "4", bytes)).rejects.toThrow(refusal("RESOURCE_NOT_FOUND"));
    await files.abort(owner, upload);
    expect(await files.complete(owner, upload, parts)).toMatchObject(done);
    await collect();
    expect([blobs.blobs.size, blobs.parts.size]).toEqual([1, 0]);
  });

  test("[FI2] a crash between joining the parts and keeping the file is made good by completing again", async () => {
    const { files, blobs, records } = open();
    const { upload, parts } = await startWith(files, bytes);
    const { blob, session } = (await records.upload(owner, upload.uploadId))!;
    await blobs.joinParts(blob, session, [{ number: 1, tag: "1" }]);
    expect(await files.find(owner, id)).toBeUndefined();
    expect(await files.complete(owner, upload, parts)).toMatchObject({ size: bytes.length });
  });

  test("[FI3] an upload is known in its room, for its file and with a genuine id alone", async () => {
    const { files } = open();
    const { upload, parts } = await startWith(files, bytes);
    for (const [address, name] of [
      [elsewhere, upload],
      [{ ...owner, room: "s" as RoomId }, upload],
      [owner, { ...upload, fileId: otherId }],
      [owner, { ...upload, uploadId: `up_${"x".repeat(22)}` }],
    ] as const) {
      await expect(files.putPart(address, name, "2", bytes)).rejects.toThrow(refusal("RESOURCE_NOT_FOUND"));
      await expect(files.complete(address, name, parts)).rejects.toThrow(refusal("RESOURCE_NOT_FOUND"));
      await files.abort(address, name);
    }
    expect(await files.complete(owner, upload, parts)).toMatchObject({ id });
    expect(await files.find(elsewhere, id)).toBeUndefined();
    expect(await files.findMany(elsewhere, [])).toEqual(new Map());
    for (const malformed of ["", "fl_", `xx_${"a".repeat(21)}`, `${id}a`, "../../etc"])
      await expect(files.find(owner, malformed)).rejects.toThrow(refusal("BAD_REQUEST"));
  });

  test("an upload is refused that would leave too little space on the disk", async () => {
    let free = 100 + bytes.length - 1;
    const { files } = open({}, () => ({ free: async () => free }), { ...platformLimits, storageFileFreeFloor: 100 });
    await expect(files.upload(owner, { id, name: "a.txt" }, bytes)).rejects.toThrow(refusal("NO_SPACE_FOR_FILES"));
    free += 1;
    expect(await files.upload(owner, { id, name: "a.txt" }, bytes)).toMatchObject({ size: bytes.length });
  });

  test("[FI4] an upload over a limit, or not of the announced size, is refused and leaves nothing behind", async () => {
    const { files, blobs, clock, collect } = open({ file: 20, part: 10, total: 45 });
    const draft = { id, name: "a.txt" };
    await expect(files.upload(owner, { ...draft, size: 9 }, bytes)).rejects.toThrow("'fileSize'");
    await expect(files.start(owner, { ...draft, size: 0 })).rejects.toThrow("in one request");
    await expect(files.start(owner, { ...draft, size: 21 })).rejects.toThrow(refusal("PAYLOAD_TOO_LARGE"));
    const { upload, parts } = await startWith(files, bytes, bytes);
    await expect(files.putPart(owner, upload, "3", bytes)).rejects.toThrow(refusal("PAYLOAD_TOO_LARGE"));
    await files.complete(owner, upload, parts);
    const sized = await files.start(owner, { id: otherId, name: "b", size: 11 });
    const part = await files.putPart(owner, { fileId: otherId, uploadId: sized.uploadId }, "1", bytes);
    await expect(files.complete(owner, { fileId: otherId, uploadId: sized.uploadId }, [part])).rejects.toThrow(
      "fileSize",
    );
    // 20 are there and 11 reserved; an upload that does not say its size reserves all that it may have.
    await expect(files.start(owner, { id: otherId, name: "b" })).rejects.toThrow("The room's files");
    await expect(files.upload(owner, { id: otherId, name: "b" }, Buffer.alloc(15))).rejects.toThrow("The room's files");
    await files.abort(owner, { fileId: otherId, uploadId: sized.uploadId });
    expect(await files.upload(owner, { id: otherId, name: "b" }, Buffer.alloc(15))).toMatchObject({ size: 15 });
    clock.now += day;
    await collect();
    expect([blobs.blobs.size, blobs.parts.size]).toEqual([2, 0]);
  });

  test("[FI4] an empty file is a file", async () => {
    const { files, blobs } = open();
    expect(await files.upload(owner, { id, name: "a.txt", size: 0 }, Buffer.alloc(0))).toMatchObject({ size: 0 });
    expect(Array.from(blobs.blobs.values(), (blob) => blob.length)).toEqual([0]);
  });

  test("[FI5] an upload that was given up or not completed in time leaves no bytes", async () => {
    const { files, blobs, clock, collect } = open();
    const first = await startWith(files, bytes);
    await files.abort(owner, first.upload);
    await expect(files.complete(owner, first.upload, first.parts)).rejects.toThrow(refusal("RESOURCE_NOT_FOUND"));
    await collect();
    expect(blobs.parts.size).toBe(0);

    const second = await startWith(files, bytes);
    clock.now += day - 1;
    await collect();
    expect(blobs.parts.size).toBe(1);
    clock.now += 1;
    await collect();
    expect(blobs.parts.size).toBe(0);
    await expect(files.putPart(owner, second.upload, "2", bytes)).rejects.toThrow(refusal("RESOURCE_NOT_FOUND"));
  });

  test("[FI5] bytes that were still being written when they were given up are deleted in the end", async () => {
    const { files, blobs, clock, records, collect } = open();
    const { upload } = await startWith(files, bytes);
    const { blob, session } = (await records.upload(owner, upload.uploadId))!;
    await files.abort(owner, upload);
    await collect();
    await blobs.putPart(blob, session, 2, bytes);
    await blobs.put(blob, bytes);
    await collect();
    expect([blobs.blobs.size, blobs.parts.size]).toEqual([1, 1]);
    clock.now += day;
    await collect();
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
    await expect(files.upload(owner, { id, name: "a" }, bytes)).rejects.toThrow("full");
    expect(await records.usage(owner)).toBe(0);
    full = false;
    expect(await files.upload(owner, { id, name: "a" }, bytes)).toMatchObject({ id });
  });

  test("[FI6] the files of a deleted room are gone at once, and their bytes with the next collection", async () => {
    const { files, blobs, deleteRoom, clock, collect } = open();
    const { upload, parts } = await startWith(files, bytes);
    await files.upload(owner, { id: otherId, name: "a.txt" }, bytes);
    const file = (await files.find(owner, otherId))!;
    deleteRoom();
    expect(await files.find(owner, otherId)).toBeUndefined();
    await expect(files.complete(owner, upload, parts)).rejects.toThrow(refusal("RESOURCE_NOT_FOUND"));
    await expect(files.upload(owner, { id, name: "a" }, bytes)).rejects.toThrow(refusal("ROOM_NOT_FOUND"));
    await expect(files.start(owner, { id, name: "a" })).rejects.toThrow(refusal("ROOM_NOT_FOUND"));
    await collect();
    expect([blobs.blobs.size, blobs.parts.size]).toEqual([0, 0]);
    expect(await files.read(file)).toBeUndefined();
    clock.now += day;
    await collect();
  });

  test("[FI6] bytes that cannot be deleted hold nothing up, and are tried again", async () => {
    const stuck = new Set<string>();
    const { files, blobs, deleteRoom, collect } = open({}, (real) => ({
      async delete(name) {
        if (stuck.has(name)) throw new Error("Away.");
        await real.delete(name);
      },
    }));
    for (let n = 0; n < 350; n++)
      await files.upload(owner, { id: `${prefix}${String(n).padStart(21, "0")}`, name: "a" }, bytes);
    deleteRoom();
    for (const name of [...blobs.blobs.keys()].slice(0, 99)) stuck.add(name);
    await expect(collect()).rejects.toThrow(AggregateError);
    expect(new Set(blobs.blobs.keys())).toEqual(stuck);
    stuck.clear();
    await collect();
    expect(blobs.blobs.size).toBe(0);
  });

  test("[FI6] a collection stops on request, or when everything fails, and loses nothing", async () => {
    const stop = new AbortController();
    let calls = 0;
    let away = false;
    const { files, blobs, deleteRoom, collect } = open({}, (real) => ({
      async delete(name) {
        if (++calls === 120) stop.abort();
        if (away) throw new Error("Away.");
        await real.delete(name);
      },
    }));
    for (let n = 0; n < 350; n++)
      await files.upload(owner, { id: `${prefix}${String(n).padStart(21, "0")}`, name: "a" }, bytes);
    deleteRoom();
    await collect(stop.signal);
    expect(blobs.blobs.size).toBe(230);
    away = true;
    await expect(collect()).rejects.toThrow("could not be deleted");
    expect(calls).toBe(220);
    away = false;
    await collect();
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
    expect(await open().files.upload(owner, { id, name }, bytes)).toMatchObject({ name, mimeType });
  });

  test("[FI7] a file of a kind that expires is deleted with its bytes, unless it is claimed in time", async () => {
    const { files, records, blobs, clock, collect } = open({ expireAfterMs: 100 });
    const draft = { name: "a.txt", userId: "ada" };
    const file = await files.upload(owner, { ...draft, id }, bytes);
    expect(file).toMatchObject({ userId: "ada", expiresAt: clock.now + 100 });
    await expect(files.upload(owner, { ...draft, id, userId: "bob" }, bytes)).rejects.toThrow(refusal("CONFLICT"));
    await files.upload(owner, { ...draft, id: otherId }, bytes);
    clock.now += 99;
    records.claim(owner, [id]);
    await collect();
    expect(blobs.blobs.size).toBe(2);
    clock.now += 1;
    await collect();
    expect(await files.find(owner, otherId)).toBeUndefined();
    expect([...blobs.blobs.keys()]).toEqual([file.blob]);
    expect(await files.find(owner, id)).toMatchObject({ name: "a.txt", expiresAt: undefined });
  });
});
