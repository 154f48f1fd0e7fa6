import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as after } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TestData } from "@weft/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDocumentLedger } from "./support/document-ledger.ts";
import { openLedger } from "./support/ledger.ts";
import type { MortalServer } from "./support/mortal-server.ts";
import { openMortalServer } from "./support/mortal-server.ts";
import { ordeal } from "./support/ordeal.ts";
import { agree, emptyBoard, missing, openPerson } from "./support/person.ts";
import type { PlainBoard } from "./support/person.ts";
import type { Random } from "./support/random.ts";
import { freshRandom, times } from "./support/random.ts";
import { report } from "./support/report.ts";
import { createRoom, putDocument, readDocument, readStorage } from "./support/rest.ts";
import { agreeOnDocuments, emptyPages, lackingAny, openTypist } from "./support/typist.ts";
import { arrival } from "./support/until.ts";

/** How a process ends after a simulated power cut. */
const cutExitCode = 137;

const folder = await mkdtemp(join(tmpdir(), "weft-power-cut-"));
const library = join(folder, "power_cut.so");
let reason: string | undefined;

beforeAll(async () => {
  const source = fileURLToPath(new URL("power-cut/power_cut.c", import.meta.url));
  if (process.platform !== "linux") reason = `the power cut calls the Linux kernel, and this is ${process.platform}`;
  for (const compiler of ["cc", "gcc", "clang"]) {
    if (reason !== undefined) return;
    try {
      await promisify(execFile)(compiler, ["-shared", "-fPIC", "-O1", "-o", library, source, "-lpthread"]);
      return;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
    }
  }
  reason = "there is no C compiler (cc, gcc or clang)";
});

afterAll(() => rm(folder, { recursive: true, force: true }));

interface Disk {
  /** Let some unflushed writes survive, chosen by this seed. */
  readonly keep?: number;
  /** Answer success to flushes of the write-ahead log, and flush nothing. */
  readonly lie?: boolean;
}

function preload({ folder: data }: TestData, { keep, lie }: Disk): { readonly env: Record<string, string> } {
  return {
    env: {
      LD_PRELOAD: library,
      POWER_CUT_DIR: data,
      POWER_CUT_TRIGGER: triggerOf(data),
      ...(keep === undefined ? {} : { POWER_CUT_KEEP: String(keep) }),
      ...(lie === true ? { POWER_CUT_LIE: "1" } : {}),
    },
  };
}

/** Beside the watched folder, not in it. */
const triggerOf = (data: string) => join(folder, basename(data));

/** Cuts the power at once, or in place of the n-th write from now on. */
async function cutPower(server: MortalServer, atWrite = 0): Promise<void> {
  await writeFile(triggerOf(server.data.folder), String(atWrite));
  expect(await arrival("the end by power cut", server.process.ended)).toBe(cutExitCode);
}

/** How many unflushed writes a cut has undone, and how many survived, as reported by the library. */
function unflushed(server: MortalServer): { readonly undone: number; readonly survived: number } {
  const said = /power cut: forgot (\d+) writes, kept (\d+)/.exec(server.process.errors);
  return { undone: Number(said?.[1]), survived: Number(said?.[2]) };
}

/** Recovers a copy of what is on the disk, as the next start would, and looks at every page of it. */
async function checkIntegrity(data: string): Promise<void> {
  const copy = await mkdtemp(join(folder, "copy-"));
  for (const name of await readdir(data))
    if (/^weft\.db(-wal)?$/.test(name)) await copyFile(join(data, name), join(copy, name));
  using database = new DatabaseSync(join(copy, "weft.db"));
  expect(database.prepare("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  expect(database.prepare("pragma foreign_key_check").all()).toEqual([]);
}

test("[R4] everything acknowledged or shown survives a power cut, and so does the database", async (context) => {
  if (reason !== undefined) return skip(context, reason);
  const random = freshRandom();
  const found = { cuts: 0, undone: 0, survived: 0, sound: 0 };
  const figures = await ordeal({
    random,
    deaths: times(6),
    people: 6,
    database: "sqlite",
    process: (data) => preload(data, { keep: random.chance(0.5) ? random.between(1, 2 ** 30) : undefined }),
    async die(server) {
      await after(random.between(50, 900));
      // At a random moment, mostly everything is flushed; in place of a write, mostly not.
      await cutPower(server, random.chance(0.3) ? 0 : random.between(1, 40));
      const { undone, survived } = unflushed(server);
      found.undone += undone;
      found.survived += survived;
      if (undone + survived > 0) found.cuts++;
    },
    async inspect({ data }) {
      await checkIntegrity(data.folder);
      found.sound++;
    },
  }).catch((cause: unknown) => {
    throw new Error(`seed ${random.seed}`, { cause });
  });
  report("R4", {
    ...figures,
    "cuts amid writes": found.cuts,
    "writes undone": found.undone,
    "let survive": found.survived,
    "sound databases": found.sound,
  });
}, 600_000);

test("[R4] the same power cut loses acknowledged edits when flushes of the log are lies, so it would notice", async (context) => {
  if (reason !== undefined) return skip(context, reason);
  const random = freshRandom();
  const lost = await loseByLying(random);
  report("R4", {
    control: "flushes lie",
    seed: random.seed,
    lost: lost.edits.length,
    updates: lost.updates.join(", "),
  });
  expect(lost.edits).not.toEqual([]);
  expect(lost.updates).not.toEqual([]);
});

/** The acknowledged values that are lost by a power cut on a disk that does not flush. */
async function loseByLying(
  random: Random,
): Promise<{ readonly edits: readonly string[]; readonly updates: readonly string[] }> {
  const ledger = openLedger();
  const documents = openDocumentLedger();
  let lie = false;
  await using server = await openMortalServer((data) => preload(data, { lie }), "sqlite");
  await createRoom(server, "r", { storage: emptyBoard });
  expect(await putDocument(server, "r", emptyPages())).toBe(200);
  // What the room begins with is flushed honestly; only then the disk begins to lie.
  expect(await server.process.stop()).toBe(0);
  lie = true;
  await server.restart();
  using person = await openPerson({ ...server, room: "r", name: "p", ledger });
  const typist = await openTypist({ room: person.room, name: "p", v2: random.chance(0.5), ledger: documents });
  for (let edits = 0; edits < 40; edits++) {
    person.edit(random);
    typist.type(random);
  }
  await agree([person]);
  await agreeOnDocuments([typist]);
  await cutPower(server);
  person[Symbol.dispose]();
  lie = false;
  await server.restart();
  return {
    edits: missing(await readStorage<PlainBoard>(server, "r"), ledger.promised, [person]),
    updates: lackingAny(documents.promised(), new Map([["", await readDocument(server, "r")]])),
  };
}

function skip(context: { skip(note?: string): never }, why: string): void {
  report("R4", { skipped: why });
  context.skip(why);
}
