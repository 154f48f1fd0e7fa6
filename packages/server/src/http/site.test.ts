import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fastify } from "fastify";
import { expect, test, vi } from "vitest";
import { openSitePages } from "./site.ts";

/** A site as the build leaves it, of two pages and the shell. */
async function openBuiltSite() {
  const folder = await mkdtemp(join(tmpdir(), "weft-site-"));
  await mkdir(join(folder, "docs"));
  await writeFile(join(folder, "index.html"), "<h1>Weft</h1>");
  await writeFile(join(folder, "docs", "index.html"), "<h1>Documentation</h1>");
  await writeFile(join(folder, "__spa-fallback.html"), "<div>the shell</div>");
  await writeFile(join(folder, "csp.json"), JSON.stringify({ "/docs/index.html": ["sha256-abc"] }));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

test("whoever asks is looked at for pages of the dashboard alone", async () => {
  await using site = await openBuiltSite();
  const app = fastify();
  const pageExists = vi.fn<(path: string) => Promise<boolean>>(async (path) => path !== "/dashboard/nothing");
  const { folder } = site;
  const pages = openSitePages({ publicUrl: "http://weft.test", secure: false, pageExists, folder });
  await pages.addTo(app);
  expect(pages.hasShell).toBe(true);
  const ask = (url: string) => app.inject({ url, headers: { cookie: "a=b" } });
  for (const path of ["/sign-in", "/sign-in/two-factor", "/sign-up?next=%2F", "/accept-invitation/secret"])
    expect([path, (await ask(path)).statusCode, (await ask(path)).body]).toEqual([path, 200, "<div>the shell</div>"]);
  const docs = await ask("/docs");
  expect([docs.statusCode, docs.body]).toEqual([200, "<h1>Documentation</h1>"]);
  expect(docs.headers["content-security-policy"]).toContain("script-src 'self' 'sha256-abc';");
  expect(pageExists).not.toHaveBeenCalled();
  const statuses = [await ask("/dashboard"), await ask("/dashboard/nothing?a=b")].map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([200, 404]);
  expect(pageExists.mock.calls.map(([path]) => path)).toEqual(["/dashboard", "/dashboard/nothing"]);
  await app.close();
});
