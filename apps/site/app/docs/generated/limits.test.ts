import { limits } from "@weft/protocol";
import { expect, test } from "vitest";
import { readableLimit } from "./limits.ts";

test.each([
  ["presence", "Presence", "16 kB", false],
  ["storageBytes", "Storage bytes", "20 MiB", false],
  ["tokenLifetimeMs", "Token lifetime", "1 hour", false],
  ["connectionsPerProject", "Connections per project", "10,000", false],
  ["roomIdLength", "Room id length", "128 characters", true],
  ["liveText", "LiveText", "256 KiB", false],
])("%s is read as %s, %s; the same on every server: %s", (name, label, text, fixed) => {
  expect(readableLimit(name)).toEqual({ name, label, text, fixed });
});

test("exactly the existing limits can be read", () => {
  for (const name of Object.keys(limits)) expect(readableLimit(name).text).not.toBe("");
  expect(() => readableLimit("liveSpoon")).toThrow("There is no limit named liveSpoon.");
});
