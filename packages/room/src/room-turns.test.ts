import { expect, test } from "vitest";
import { createManualClock } from "../suites/fakes.ts";
import { RoomTurns } from "./room-turns.ts";

test("[CL33] turns of one name come one after another, and one that is not ended in time is over", async () => {
  const clock = createManualClock();
  const turns = new RoomTurns(clock, 1_000);
  const begun: string[] = [];
  const begin = (name: string, who: string) => turns.begin(name).then((turn) => (begun.push(who), turn));
  const [first, , other] = [begin("a", "first"), begin("a", "second"), begin("b", "other")];
  void begin("a", "third");
  const numbers = [await first, await other];
  expect(begun).toEqual(["first", "other"]);
  turns.end("a", numbers[0]!);
  // It has ended, so this changes nothing.
  turns.end("a", numbers[0]!);
  await clock.advance(999);
  expect(begun).toEqual(["first", "other", "second"]);
  await clock.advance(1);
  expect(begun).toEqual(["first", "other", "second", "third"]);
});
