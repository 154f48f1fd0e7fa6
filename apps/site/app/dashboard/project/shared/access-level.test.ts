import { expect, test } from "vitest";
import { accessLevels, levelOf, permissionsOf } from "./access-level.ts";

test("a level is converted to permissions and back", () => {
  for (const { value } of accessLevels) expect(levelOf(permissionsOf(value))).toBe(value);
  expect(levelOf(["*:write"])).toBe("write");
  expect(levelOf(["room:read"])).toBe("read");
  expect(levelOf(["room:read", "comments:write"])).toBeUndefined();
});
