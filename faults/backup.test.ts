import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { createFolderPlace, restoreFromCopies } from "@weft/store";
import { spawnServer } from "@weft/testkit";
import { expect, test } from "vitest";
import { openMortalServer } from "./support/mortal-server.ts";
import { freshRandom, times } from "./support/random.ts";
import { openRawClient } from "./support/raw-client.ts";
import { report } from "./support/report.ts";
import { call, createRoom, live, readStorage } from "./support/rest.ts";
import { until } from "./support/until.ts";

const rooms = ["a", "b", "c"];

interface Acked {
  readonly room: string;
  readonly n: number;
  readonly at: number;
}

test("[R15] [G13] copies made under load restore to an exact prefix of each room, with all that was acknowledged before the last", async () => {
  const random = freshRandom();
  const folder = await mkdtemp(join(tmpdir(), "weft-copies-"));
  const copies = join(folder, "copies");
  const acked: Acked[] = [];
  const next = new Map(rooms.map((room) => [room, 0]));
  let restored = 0;
  try {
    await using server = await openMortalServer(
      () => ({
        env: { WEFT_BACKUP_TO: `folder:${copies}` },
        limits: { backupLogMs: 100, backupBaseMs: 1_000, restRatePerSecond: 100_000 },
      }),
      "sqlite",
    );
    for (const room of rooms) await createRoom(server, room, { storage: live.object({}) });
    for (let round = 0; round < times(2); round++) {
      const upTo = async () =>
        Date.parse(String(((await call(server, "GET", "/health/ready")).body as { copiedUpTo?: string }).copiedUpTo));
      // A base of this process, and not of the one before.
      const begun = Date.now();
      const stopping = new AbortController();
      const died = Promise.withResolvers<false>();
      const writing = rooms.map(async (room) => {
        using client = await openRawClient({ ...server, room });
        await client.fetchStorage();
        for (let clock = 0; !stopping.signal.aborted; clock++) {
          const n = next.get(room)! + 1;
          next.set(room, n);
          const op = { type: 3, id: "root", opId: `${client.actor}:${clock}`, data: { [`k${n}`]: n } };
          // Without an answer, it may be stored or not. The next process continues with the number after it.
          const isAcked = await Promise.race([
            client.apply([op]).then(
              () => true,
              () => false,
            ),
            died.promise,
          ]);
          if (!isAcked) return;
          acked.push({ room, n, at: Date.now() });
        }
      });
      let copiedUpTo = 0;
      await until("the copies have come to this process", async () => {
        copiedUpTo = await upTo();
        return copiedUpTo > begun + 1_000 && acked.length > 100;
      });
      // Only the moment of a kill is random.
      await after(random.between(50, 1_500));
      copiedUpTo = await upTo();
      await server.process.kill();
      stopping.abort();
      died.resolve(false);
      await Promise.all(writing);

      const data = join(folder, `restored-${round}`);
      const found = await restoreFromCopies(
        { place: createFolderPlace(copies) },
        `sqlite:${join(data, "weft.db")}`,
        {},
      );
      expect(found.at, `seed ${random.seed}`).toBeGreaterThanOrEqual(copiedUpTo);
      // It is not in the copies: the operator keeps it separately.
      await copyFile(join(server.data.folder, "master.key"), join(data, "master.key"));
      await using again = await spawnServer({ data: { folder: data } });
      for (const room of rooms) {
        const storage = await readStorage<Record<string, number>>(again, room);
        const kept = new Set(Object.values(storage));
        const end = Math.max(0, ...kept);
        // Where a process ended, unacknowledged values may be missing in the middle; acknowledged ones may not.
        const promised = acked.filter((one) => one.room === room && (one.n <= end || one.at < found.at));
        expect(
          promised.filter(({ n }) => !kept.has(n)),
          `seed ${random.seed}: promised and not restored`,
        ).toEqual([]);
        restored += kept.size;
      }
      await server.restart();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  report("R15", { seed: random.seed, acked: acked.length, restored });
});
