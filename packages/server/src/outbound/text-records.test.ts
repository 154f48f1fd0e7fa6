import { openNameServer } from "@weft/testkit/name-server";
import { expect, test } from "vitest";
import { createTextRecords } from "./text-records.ts";

test("texts are read from the name servers, also long ones, and none of a name that is not there", async () => {
  await using server = await openNameServer();
  const read = createTextRecords({ servers: [server.address], timeoutMs: 5_000 });
  const long = "weft-verification=".padEnd(600, "x");
  server.texts.set("corp.test", ["v=spf1 -all", long]);
  server.texts.set("empty.test", []);
  expect(await read("corp.test")).toEqual(["v=spf1 -all", long]);
  expect(await read("empty.test")).toEqual([]);
  expect(await read("none.test")).toEqual([]);
});

test("a name server that says nothing is not waited for", async () => {
  await using server = await openNameServer();
  server.silent = true;
  const read = createTextRecords({ servers: [server.address], timeoutMs: 400 });
  const startedAt = performance.now();
  await expect(read("corp.test")).rejects.toThrow();
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(server.asked.length).toBeGreaterThan(0);
});
