import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { isHandedOver } from "./unread-answers.ts";

/** Whether the operating system has an answer of this length as soon as it was sent, to a caller who reads nothing. */
async function handedOver(length: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  await using server = createServer((_, response) => {
    response.end("x".repeat(length));
    resolve(isHandedOver(response));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const caller = connect((server.address() as AddressInfo).port, "127.0.0.1");
  caller.pause();
  caller.write("GET / HTTP/1.1\r\nHost: here\r\n\r\n");
  const outcome = await promise;
  caller.destroy();
  return outcome;
}

test("[HE19] a short answer is not held after it was sent, and one that its caller does not read is", async () => {
  expect(await handedOver(100)).toBe(true);
  expect(await handedOver(64_000_000)).toBe(false);
});
