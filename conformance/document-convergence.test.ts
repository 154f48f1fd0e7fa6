import type { ServerProcess } from "@weft/testkit";
import { openTestData, spawnServer, startServer } from "@weft/testkit";
import { expect, test } from "vitest";
import type { DocumentOutcome, DocumentStage } from "./convergence/document-run.ts";
import { isSameState, playDocuments, readState } from "./convergence/document-run.ts";
import type { DocumentScript } from "./convergence/document-script.ts";
import { generateDocumentScript } from "./convergence/document-script.ts";
import { playAll } from "./convergence/play-all.ts";

/**
 * R1 with Yjs: official clients and providers, random edits of every shared type, in the root document and in a
 * subdocument, a network that fails, pages that are loaded again, and a server that is killed; at the end every client,
 * REST and the documents as they load from disk are the same, and what was typed is there once. `WEFT_SEED` replays one
 * seed, `WEFT_RUNS` sets how many follow it.
 */
const given = process.env["WEFT_SEED"];
const first = Number(given ?? 1);
const runs = Number(process.env["WEFT_RUNS"] ?? (given === undefined ? 24 : 1));
const steps = 80;
/** So that logs are merged meanwhile. */
const limits = { documentLogUpdates: 30, restRatePerSecond: 10_000, restRateBurst: 10_000 };
interface Played extends DocumentOutcome {
  readonly script: DocumentScript;
}

/** What a server that opens these rooms from disk says of them. */
async function expectSame(played: readonly Played[], stage: DocumentStage): Promise<void> {
  expect(played).not.toEqual([]);
  for (const { script, roomId, states } of played)
    for (const [guid, state] of states) {
      const loaded = await readState(stage, roomId, guid);
      expect(isSameState(loaded, state), `Seed ${script.seed}: loaded from disk "${guid}" is another.`).toBe(true);
    }
}

test(`documents agree after random edits on a network that fails (from seed ${first})`, async () => {
  await using data = await openTestData();
  const scripts = Array.from({ length: runs }, (_, index) => generateDocumentScript(first + index, steps));
  let played: Played[];
  {
    await using server = await startServer({ data, limits });
    played = await playAll(playDocuments, scripts, server);
  }
  await using next = await startServer({ data, limits });
  await expectSame(played, next);
}, 600_000);

test(`they agree though the server is killed again and again (from seed ${first})`, async () => {
  await using data = await openTestData();
  let server: ServerProcess = await spawnServer({ data, limits });
  try {
    const { port, url, secretKey } = server;
    const scripts = Array.from({ length: Math.max(1, Math.round(runs / 6)) }, (_, index) =>
      generateDocumentScript(first + index, steps),
    );
    let taken = 0;
    let kills = 0;
    let restarting: Promise<void> | undefined;
    const restart = async () => {
      await server.kill();
      server = await spawnServer({ data, limits, port });
      kills++;
      restarting = undefined;
    };
    const played = await playAll(playDocuments, scripts, {
      url,
      port,
      secretKey,
      // The steps do not wait for the server to restart; they continue without it.
      stepped: () => {
        if (restarting === undefined && ++taken % 50 === 0) restarting = restart();
      },
    });
    await restarting;
    expect(kills).toBeGreaterThan(0);
    await restart();
    await expectSame(played, { url, port, secretKey });
  } finally {
    await server[Symbol.asyncDispose]();
  }
}, 600_000);
