import type { RoomData } from "@weft/node";
import { expect, test } from "vitest";
import { documentOf, longestName, readName } from "./document.ts";

const room: RoomData = {
  type: "room",
  id: "document-1",
  createdAt: new Date(0),
  organizationId: "default",
  metadata: { name: "Launch plan", kind: "text", owner: "ada" },
  defaultAccesses: [],
  usersAccesses: { ada: ["*:write"], ben: ["*:read"], chloe: [] as never },
  groupsAccesses: { design: ["*:write"] },
};

test("a room is read as a document, without entries that give no access", () => {
  expect(documentOf(room)).toMatchObject({
    id: "document-1",
    name: "Launch plan",
    kind: "text",
    ownerId: "ada",
    accesses: { everyone: "none", people: { ada: "write", ben: "read" }, groups: { design: "write" } },
  });
});

test("other rooms of the project are not documents", () => {
  for (const metadata of [{}, { ...room.metadata, kind: "board" }, { ...room.metadata, owner: ["ada"] }])
    expect(documentOf({ ...room, metadata })).toBeNull();
});

test("a name has 1 to 100 characters, without space around it", () => {
  expect(readName("  Launch plan ")).toBe("Launch plan");
  expect(readName("a".repeat(longestName))).toHaveLength(longestName);
  for (const name of ["", "   ", "a".repeat(longestName + 1), null, new Blob()]) expect(readName(name)).toBeNull();
});
