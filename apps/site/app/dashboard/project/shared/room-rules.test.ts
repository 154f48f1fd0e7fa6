import { expect, test } from "vitest";
import { metadataFaults, metadataOfRows, metadataPatch, roomIdFault, rowsOfMetadata } from "./room-rules.ts";

test("metadata is converted to rows and back", () => {
  const metadata = { status: "open", tags: ["a", "b"] };
  expect(metadataOfRows(rowsOfMetadata(metadata))).toEqual(metadata);
  expect(metadataOfRows([{ key: " ", value: "x", list: false }])).toEqual({});
});

test("faults name their row", () => {
  const row = (key: string, value = "") => ({ key, value, list: false });
  expect(
    metadataFaults([row("a"), row("a"), row("", "x"), row("k".repeat(41)), row("v", "x".repeat(257))]).rows,
  ).toEqual(
    new Map([
      [1, "This key already exists"],
      [2, "Key is required"],
      [3, "Key must be at most 40 characters"],
      [4, "Value must be at most 256 characters"],
    ]),
  );
  const many = Array.from({ length: 51 }, (_, index) => row(`k${index}`));
  expect(metadataFaults(many).all).toBe("Use at most 50 entries");
});

test("a patch contains only changes, with null for removed entries", () => {
  const before = { keep: "1", change: "1", go: ["x"] };
  const rows = [
    { key: "keep", value: "1", list: false },
    { key: "change", value: "2", list: false },
    { key: "come", value: "a, b", list: true },
  ];
  expect(metadataPatch(before, rows)).toEqual({ go: null, change: "2", come: ["a", "b"] });
});

test("a room id has from 1 to 128 characters", () => {
  expect(roomIdFault("")).toBe("Room ID is required");
  expect(roomIdFault("x".repeat(128))).toBeUndefined();
  expect(roomIdFault("x".repeat(129))).toBe("Room ID must be at most 128 characters");
});
