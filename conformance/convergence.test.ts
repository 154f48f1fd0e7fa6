import { readdirSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { Liveblocks } from "@liveblocks/node";
import type { ServerProcess } from "@weft/testkit";
import { openTestData, spawnServer, startServer } from "@weft/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playAll } from "./convergence/play-all.ts";
import { play } from "./convergence/run.ts";
import type { Outcome } from "./convergence/run.ts";
import type { Script } from "./convergence/script.ts";
import { generateScript } from "./convergence/script.ts";

/**
 * R1: official clients and Weft's own, the beginning of a room, random edits, a network that fails, pages that are loaded again, ops
 * that are refused, and a server that is killed. At the end every client (one at least was never loaded again, and two
 * enter then), REST and the rooms as they load from disk hold the same; what was acknowledged is there once, what the
 * first client put in is there, and no event arrived in front of the change that its sender had made before it.
 *
 * `WEFT_SEED` replays one seed, `WEFT_RUNS` sets how many follow it. A failing one is made short by
 * `conformance/convergence/shrink.ts`, kept under `regressions/`, and replayed first.
 */
const valueBytes = 2_000;
const limits = { liveValue: valueBytes, restRatePerSecond: 10_000, restRateBurst: 10_000 };
/** An ordinary run plays the same scripts every time. A soak looks for new ones: `WEFT_SEED=$RANDOM WEFT_RUNS=1000`. */
const given = process.env["WEFT_SEED"];
const first = Number(given ?? 1);
const runs = Number(process.env["WEFT_RUNS"] ?? (given === undefined ? 60 : 1));

const folder = new URL("regressions/", import.meta.url);
const regressions = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => ({ name, script: JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Script }));

const before = process.env["NODE_ENV"];
// An SDK in development throws where an op is refused; in production it goes on, which is what is looked at here.
beforeAll(() => void (process.env["NODE_ENV"] = "production"));
afterAll(() => void (process.env["NODE_ENV"] = before));

interface Played extends Outcome {
  readonly script: Script;
}

/** What a server that opens these rooms from disk says of them. */
async function expectSame(played: readonly Played[], url: string, secret: string): Promise<void> {
  const api = new Liveblocks({ baseUrl: url, secret });
  for (const { script, roomId, document } of played) {
    const loaded: unknown = await api.getStorageDocument(roomId, "json");
    expect(isDeepStrictEqual(loaded, document), `Seed ${script.seed}: loaded from disk it is another document.`).toBe(
      true,
    );
  }
}

test(`clients, REST and disk agree after random edits on a network that fails (from seed ${first})`, async () => {
  await using data = await openTestData();
  const scripts = regressions.map(({ script }) => script);
  for (let seed = first; seed < first + runs; seed++)
    scripts.push(generateScript(seed, { steps: 60, faults: seed % 4 !== 0, beginning: seed % 3 === 0 }));
  // Lines that deliver late, on a network that is otherwise in order, and on one that fails.
  for (let seed = first; seed < first + Math.ceil(runs / 5); seed++)
    scripts.push(generateScript(seed, { steps: 60, faults: seed % 2 === 0, strands: true, beginning: seed % 3 === 1 }));
  let played: Played[];
  {
    await using server = await startServer({ data, limits });
    played = await playAll(play, scripts, {
      url: () => server.url,
      port: server.port,
      secretKey: server.secretKey,
      valueBytes,
    });
  }
  await using next = await startServer({ data, limits });
  await expectSame(played, next.url, next.secretKey);
}, 600_000);

test.each([
  ["clients of both families", ["official", "weft"]],
  ["clients of Weft's own family", ["weft"]],
] as const)(
  `%s, REST and disk agree after random edits on a network that fails (from seed ${first})`,
  async (_, families) => {
    await using data = await openTestData();
    const scripts = regressions.map(({ script }) => script);
    const count = Math.ceil(runs / 2);
    for (let seed = first; seed < first + count; seed++)
      scripts.push(
        generateScript(seed, {
          steps: 60,
          faults: seed % 4 !== 0,
          strands: seed % 5 === 0,
          beginning: seed % 3 === 0,
        }),
      );
    let played: Played[];
    {
      await using server = await startServer({ data, limits });
      const { port, secretKey } = server;
      played = await playAll(play, scripts, { url: () => server.url, port, secretKey, valueBytes, families });
    }
    await using next = await startServer({ data, limits });
    await expectSame(played, next.url, next.secretKey);
  },
  600_000,
);

test(`they agree though the server is killed again and again (from seed ${first})`, async () => {
  await using data = await openTestData();
  let server: ServerProcess = await spawnServer({ data, limits });
  try {
    const { port, url, secretKey } = server;
    const scripts = Array.from({ length: Math.max(1, Math.round(runs / 10)) }, (_, index) =>
      generateScript(first + index, { steps: 60, faults: true }),
    );
    let steps = 0;
    let kills = 0;
    let restarting: Promise<void> | undefined;
    const restart = async () => {
      await server.kill();
      server = await spawnServer({ data, limits, port });
      kills++;
      restarting = undefined;
    };
    const played = await playAll(play, scripts, {
      url: () => url,
      port,
      secretKey,
      valueBytes,
      families: ["official", "weft"],
      // After several failed attempts, a client waits 10 s before it reconnects, and the kills continue meanwhile.
      patienceMs: 60_000,
      killed: true,
      // The steps do not wait for the server to restart; they continue without it.
      stepped: () => {
        if (restarting === undefined && ++steps % 50 === 0) restarting = restart();
      },
    });
    await restarting;
    expect(kills).toBeGreaterThan(0);
    await restart();
    await expectSame(played, url, secretKey);
  } finally {
    await server[Symbol.asyncDispose]();
  }
}, 600_000);
