import { setTimeout as after } from "node:timers/promises";
import { test } from "vitest";
import { ordeal } from "./support/ordeal.ts";
import { freshRandom, times } from "./support/random.ts";
import { report } from "./support/report.ts";

test("[R3] everything acknowledged or shown survives kill -9 exactly once, and all clients agree in the end", async () => {
  const random = freshRandom();
  const figures = await ordeal({
    random,
    deaths: times(10),
    people: 8,
    process: () => ({}),
    async die(server) {
      // Only the moment of a kill is random.
      await after(random.between(50, 900));
      await server.process.kill();
    },
  }).catch((cause: unknown) => {
    throw new Error(`seed ${random.seed}`, { cause });
  });
  report("R3", figures);
}, 600_000);
