import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type * as files from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import type * as site from "../http/site.ts";
import { openTestEdge } from "../testing/test-edge.ts";

const built = vi.hoisted(() => ({ folder: "" }));
vi.mock("../http/site.ts", async (original) => ({
  ...(await original<typeof site>()),
  get siteFolder() {
    return built.folder;
  },
}));
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof files>();
  return { ...real, readFile: vi.fn<typeof real.readFile>(real.readFile) };
});

const post = (slug: string, tags: readonly string[], category: string) => ({
  slug,
  title: slug,
  excerpt: "",
  date: "2026-11-22",
  tags,
  category,
  href: `/blog/${slug}`,
});

/** What the build writes as JSON, of two posts and one entry; before it is written there is none. */
built.folder = mkdtempSync(join(tmpdir(), "weft-site-"));
afterAll(() => rmSync(built.folder, { recursive: true }));

test("what could not be read is asked for again, and a question that makes no sense is told so", async () => {
  await using edge = await openTestEdge();
  for (const path of ["/internal/blog-posts", "/internal/changelogs"]) {
    vi.mocked(readFile).mockRejectedValueOnce(Object.assign(new Error("gone"), { code: "EACCES" }));
    // What failed is asked again, and not remembered.
    expect((await edge.call("GET", path)).status).toBe(500);
    expect((await edge.call("GET", `${path}?limit=0`)).status).toBe(422);
  }
});

test("posts and entries are chosen by what the query names, and read at most once", async () => {
  for (const folder of ["blog", "changelog"]) mkdirSync(join(built.folder, folder));
  const posts = [post("acked-is-durable", ["Durability"], "Engineering"), post("hello", ["News"], "Company")];
  writeFileSync(join(built.folder, "blog", "posts.json"), JSON.stringify(posts));
  const entry = { id: "2026-11", title: "November", date: "2026-11-22", body: "", href: "/changelog/2026-11" };
  writeFileSync(join(built.folder, "changelog", "entries.json"), JSON.stringify([entry]));
  vi.mocked(readFile).mockClear();

  await using edge = await openTestEdge();
  const list = async (path: string) => {
    const reply = await edge.call("GET", path);
    expect([path, reply.status]).toEqual([path, 200]);
    return reply.body;
  };
  const slugs = async (query: string) =>
    (await list(`/internal/blog-posts?${query}`)).map(({ slug }: { slug: string }) => slug);
  expect(await slugs("limit=50")).toEqual(["acked-is-durable", "hello"]);
  expect(await slugs("limit=1")).toEqual(["acked-is-durable"]);
  expect(await slugs("slugs=hello")).toEqual(["hello"]);
  expect(await slugs("tags=durability,none")).toEqual(["acked-is-durable"]);
  expect(await slugs("category=no-such-category")).toEqual([]);
  const ids = async (query: string) =>
    (await list(`/internal/changelogs?${query}`)).map(({ id }: { id: string }) => id);
  expect([await ids("ids=2026-11"), await ids("ids=none")]).toEqual([["2026-11"], []]);
  const read = vi
    .mocked(readFile)
    .mock.calls.filter(([file]) => typeof file === "string" && file.startsWith(built.folder));
  expect(read).toHaveLength(2);
});
