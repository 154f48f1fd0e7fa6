import { limits } from "@weft/protocol";
import { expect, test } from "vitest";
import { readableLimit } from "./limits.ts";

test.each([
  ["presence", "Presence", "16 kB"],
  ["storageBytes", "Storage bytes", "20 MiB"],
  ["tokenLifetimeMs", "Token lifetime", "1 hour"],
  ["connectionsPerProject", "Connections per project", "10,000"],
  ["roomIdLength", "Room id length", "128 characters"],
  ["liveText", "LiveText", "256 KiB"],
])("%s is read as %s, %s", (name, label, text) => {
  expect(readableLimit(name)).toEqual({ name, label, text });
});

test("every limit can be read, and no other", () => {
  for (const name of Object.keys(limits)) expect(readableLimit(name).text).not.toBe("");
  expect(() => readableLimit("liveSpoon")).toThrow("There is no limit named liveSpoon.");
});
