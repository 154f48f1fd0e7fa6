import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type * as files from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { siteFolder } from "../http/site.ts";
import { openTestEdge } from "../http/test-edge.ts";

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof files>();
  return { ...real, readFile: vi.fn<typeof real.readFile>(real.readFile) };
});

const isBuilt = existsSync(join(siteFolder, "blog", "posts.json"));

test("a server answers lists, whether or not its site is built", async () => {
  await using edge = await openTestEdge();
  for (const path of ["/internal/blog-posts", "/internal/changelogs"]) {
    const { status, body } = await edge.call("GET", path);
    expect([path, status, Array.isArray(body)]).toEqual([path, 200, true]);
    expect(body.length > 0).toBe(isBuilt);
    expect((await edge.call("GET", `${path}?limit=0`)).status).toBe(422);
  }
});

test("what the build wrote is read at most once", async () => {
  await using edge = await openTestEdge();
  for (const _ of [1, 2, 3]) await edge.call("GET", "/internal/changelogs");
  const read = vi
    .mocked(readFile)
    .mock.calls.filter(([file]) => file === join(siteFolder, "changelog", "entries.json"));
  expect(read.length).toBeLessThan(2);
});

test.runIf(isBuilt)("posts and entries are chosen by what the query names", async () => {
  await using edge = await openTestEdge();
  const slugs = async (query: string) =>
    (await edge.call("GET", `/internal/blog-posts?${query}`)).body.map(({ slug }: { slug: string }) => slug);
  const all = await slugs("limit=50");
  expect(await slugs("limit=1")).toEqual(all.slice(0, 1));
  expect(await slugs(`slugs=${all[1]}`)).toEqual([all[1]]);
  expect(await slugs("tags=Durability")).toContain("acked-is-durable");
  expect(await slugs("category=no-such-category")).toEqual([]);
  expect((await edge.call("GET", "/internal/changelogs?ids=none")).body).toEqual([]);
});

if (!isBuilt) console.log("The site is not built: choosing among its posts is tried where it is.");
