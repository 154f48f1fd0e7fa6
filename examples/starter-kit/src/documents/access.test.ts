import { expect, test } from "vitest";
import { accessOf, accessOfPermissions, permissionsOf, readAccess } from "./access.ts";
import type { Access, Accesses } from "./access.ts";

const ada = { id: "ada", groupIds: ["design", "sales"] };
const nothing: Accesses = { everyone: "none", people: {}, groups: {} };

test.for<[is: string, accesses: Partial<Accesses>, access: Access]>([
  ["nothing without an entry", {}, "none"],
  ["what everyone has", { everyone: "read" }, "read"],
  ["nothing by an entry for someone else", { people: { ben: "write" }, groups: { engineering: "write" } }, "none"],
  ["what her group has", { groups: { design: "read" } }, "read"],
  ["the strongest access of her groups", { groups: { design: "read", sales: "write" } }, "write"],
  [
    "her group’s access instead of everyone’s, also if it is less",
    { everyone: "write", groups: { design: "read" } },
    "read",
  ],
  [
    "her own access instead of her group’s, also if it is less",
    { groups: { design: "write" }, people: { ada: "read" } },
    "read",
  ],
  ["her own access instead of everyone’s", { everyone: "read", people: { ada: "write" } }, "write"],
] as const)("a user has %s", ([, accesses, access]) => {
  expect(accessOf({ ...nothing, ...accesses }, ada)).toBe(access);
});

test("an access survives being stored as permissions", () => {
  for (const access of ["none", "read", "write"] as const)
    expect(accessOfPermissions(permissionsOf(access))).toBe(access);
});

test("permissions of rooms created elsewhere are read too", () => {
  expect(accessOfPermissions(["room:write"])).toBe("write");
  expect(accessOfPermissions(["room:read", "room:presence:write"])).toBe("read");
  expect(accessOfPermissions(["comments:write"])).toBe("none");
});

test("a form accepts only the three accesses", () => {
  expect(["none", "read", "write", "owner", "", null, ["write"]].map(readAccess)).toEqual([
    "none",
    "read",
    "write",
    null,
    null,
    null,
    null,
  ]);
});
