import { createInProcessSignals } from "@weft/collab";
import { createSignalNetwork } from "@weft/collab/suites/signal-network.ts";
import { expect, test } from "vitest";
import { createAttempts } from "./attempts.ts";

const windowMs = 60_000;

test("[AK18] attempts count within their window, and those that are given back do not", () => {
  const attempts = createAttempts(
    { attempts: 2, windowMs },
    { limit: "tries", signals: createInProcessSignals(), now: () => 0 },
  );
  expect([0, 1, 2].map((at) => attempts.take("ada", at))).toEqual([0, 0, windowMs - 2]);
  expect(attempts.take("ben", 2)).toBe(0);
  attempts.giveBack("ada");
  expect([attempts.take("ada", 3), attempts.take("ada", 4)]).toEqual([0, windowMs - 4]);
  expect(attempts.take("ada", windowMs)).toBe(0);
});

test("[AK18] attempts at several processes count together, each limit for itself", async () => {
  const network = createSignalNetwork();
  const processes = [network.join(), network.join(), network.join()];
  const bounds = { attempts: 3, windowMs };
  const [one, two, three] = processes.map((signals) =>
    createAttempts(bounds, { limit: "tries", signals, now: () => 0 }),
  );
  const other = createAttempts(bounds, { limit: "others", signals: processes[2]!, now: () => 0 });
  expect([one!.take("ada", 0), two!.take("ada", 0, 2)]).toEqual([0, 0]);
  await network.settle();
  expect([one, two, three].map((each) => each!.take("ada", 0))).toEqual([windowMs, windowMs, windowMs]);
  expect([three!.take("ben", 0), other.take("ada", 0)]).toEqual([0, 0]);
  two!.giveBack("ada");
  await network.settle();
  expect(three!.take("ada", 0)).toBe(0);
  await network.settle();
  expect(one!.take("ada", 0)).toBe(windowMs);
});
