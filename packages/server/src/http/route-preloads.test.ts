import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRoutePreloads } from "./route-preloads.ts";

test("a path has the scripts of the most specific route that matches it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "weft-preloads-"));
  const file = join(folder, "preloads.json");
  await writeFile(
    file,
    JSON.stringify({
      "/dashboard": ["/landing.js"],
      "/dashboard/*": ["/missing.js"],
      "/dashboard/account": ["/account.js"],
      "/dashboard/:teamId": ["/projects.js"],
      "/dashboard/:teamId/projects/:projectId/rooms": ["/rooms.js"],
      "/dashboard/:teamId/projects/:projectId/rooms/:roomId": ["/room.js"],
    }),
  );
  const preloads = openRoutePreloads(file);
  const found = (path: string) => preloads.of(path).join();
  expect(found("/dashboard")).toBe("/landing.js");
  expect(found("/dashboard/account")).toBe("/account.js");
  expect(found("/dashboard/team_1")).toBe("/projects.js");
  expect(found("/dashboard/team_1/projects/p/rooms/")).toBe("/rooms.js");
  expect(found("/dashboard/team_1/projects/p/rooms/a%2Fb")).toBe("/room.js");
  expect(found("/dashboard/team_1/nothing/here")).toBe("/missing.js");
  expect(found("/elsewhere")).toBe("");
  await rm(folder, { recursive: true });
  expect(openRoutePreloads(file).of("/dashboard")).toEqual([]);
});
