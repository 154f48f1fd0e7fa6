import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openMortalServer } from "./support/mortal-server.ts";
import type { MortalServer } from "./support/mortal-server.ts";
import { limits } from "@weft/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRawClient } from "./support/raw-client.ts";
import { createRoom, readStorage, tokenFor } from "./support/rest.ts";
import { until } from "./support/until.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let folder: string;
let server: MortalServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-clock-"));
  await writeFile(clockFile(), "0");
  const clock = fileURLToPath(new URL("support/movable-clock.mjs", import.meta.url));
  server = await openMortalServer(() => ({
    nodeArguments: ["--import", clock],
    env: { TEST_CLOCK: clockFile() },
  }));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const clockFile = () => join(folder, "clock");

/** Shifts the server's clock by this much, and resolves when it has shifted. */
async function setClock(aheadMs: number): Promise<void> {
  const told = () => server.process.errors.split("\n").filter((line) => line.startsWith("clock ")).length;
  const before = told();
  await writeFile(clockFile(), String(aheadMs));
  process.kill(server.process.pid, "SIGUSR2");
  await until("the clock is set", () => told() > before);
}

test("[R9] a clock that jumps by ten minutes, back and forth, closes no connection and loses no edit", async () => {
  await setClock(0);
  await createRoom(server, "r");
  using client = await openRawClient({ ...server, room: "r" });
  using other = await openRawClient({ ...server, room: "r" });
  await client.fetchStorage();
  await other.fetchStorage();
  const written: Record<string, number> = {};
  for (const [round, aheadMs] of [10, -10, 0, -10, 10, 0].map((minutes) => minutes * minuteMs).entries()) {
    await setClock(aheadMs);
    await client.apply([
      { type: 3, id: "root", opId: `${client.actor}:${round}`, data: { [`before ${round}`]: round } },
    ]);
    written[`before ${round}`] = round;
    await client.ping();
    await other.ping();
  }
  // Restarted while the clock is behind its stored times: it can open its rooms, and nothing is lost.
  await server.process.kill();
  await writeFile(clockFile(), String(-10 * minuteMs));
  await server.restart();
  expect(await readStorage(server, "r")).toEqual(written);
  using returned = await openRawClient({ ...server, room: "r" });
  await returned.fetchStorage();
  expect(returned.actor).toBeGreaterThan(other.actor);
  await returned.apply([{ type: 3, id: "root", opId: `${returned.actor}:0`, data: { after: true } }]);
  expect(await readStorage(server, "r")).toEqual({ ...written, after: true });
});

test("[R9] a token is accepted until its expiry and the leeway have passed by the server's clock, and no longer", async () => {
  await setClock(0);
  await createRoom(server, "token", { defaultAccesses: [] });
  const token = await tokenFor(server, "ada");
  const { exp } = JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as { readonly exp: number };
  /** Sets the clock so that the token expires in this time by the server's clock. */
  const endIn = (ms: number) => setClock(exp * 1_000 - ms - Date.now());
  const enter = async () => {
    using client = await openRawClient({ url: server.url, room: "token", token });
    return client.actor;
  };
  await endIn(hourMs / 2);
  expect(await enter()).toBeGreaterThanOrEqual(0);
  // Half of the leeway is far more than what the call itself takes.
  await endIn(-limits.tokenLeewayMs / 2);
  expect(await enter()).toBeGreaterThanOrEqual(0);
  await endIn(-limits.tokenLeewayMs - 1_000);
  await expect(enter()).rejects.toMatchObject({ code: 4109 });
  await setClock(0);
});
