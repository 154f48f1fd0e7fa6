import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { fastify } from "fastify";
import { WeftError } from "@weft/protocol";
import { describe, expect, test, vi } from "vitest";
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

test("only pages of the dashboard depend on the user", async () => {
  await using site = await openBuiltSite();
  const app = fastify();
  const pageExists = vi.fn<(path: string) => Promise<boolean>>(async (path) => path !== "/dashboard/nothing");
  const { folder } = site;
  const options = { publicUrl: "http://weft.test", secure: false, hasModel: false, findGuide: async () => undefined };
  const pages = openSitePages({ ...options, pageExists, folder });
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

test("the shell is sent compressed, and names the scripts of its route and the first request of the dashboard", async () => {
  await using site = await openBuiltSite();
  const { folder } = site;
  const html = `<div>${"the shell ".repeat(200)}</div>`;
  await writeFile(join(folder, "__spa-fallback.html"), html);
  await writeFile(
    join(folder, "preloads.json"),
    JSON.stringify({ "/sign-in": ["/assets/sign-in.js"], "/dashboard/:teamId": ["/assets/app.js", "/assets/team.js"] }),
  );
  const app = fastify();
  const pages = openSitePages({
    publicUrl: "http://weft.test",
    secure: false,
    hasModel: false,
    pageExists: async () => true,
    findGuide: async () => undefined,
    folder,
  });
  await pages.addTo(app);
  const ask = (url: string, encoding?: string) =>
    app.inject({ url, headers: encoding === undefined ? {} : { "accept-encoding": encoding } });

  const brotli = await ask("/dashboard/team_1?view=table", "gzip, deflate, br, zstd");
  expect(brotli.headers["content-encoding"]).toBe("br");
  expect(brotli.headers["vary"]).toBe("Accept-Encoding");
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(html);
  expect(brotli.headers["link"]).toBe("</assets/app.js>; rel=modulepreload, </assets/team.js>; rel=modulepreload");
  const gzip = await ask("/sign-in", "br;q=0, gzip");
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(html);
  expect(gzip.headers["link"]).toBe("</assets/sign-in.js>; rel=modulepreload");
  const plain = await ask("/sign-up");
  expect([plain.headers["content-encoding"], plain.headers["link"], plain.body]).toEqual([undefined, undefined, html]);
  // Only the server reads this file.
  expect((await ask("/preloads.json")).statusCode).toBe(404);
  await app.close();
});

test("there can be any number of examples", async () => {
  await using site = await openBuiltSite();
  const examples = join(site.folder, "examples");
  const names = Array.from({ length: 100 }, (_, index) => `example-${index}`);
  for (const name of names) {
    await mkdir(join(examples, name, "dist", "assets"), { recursive: true });
    await writeFile(join(examples, name, "dist", "index.html"), `<h1>${name}</h1>`);
    await writeFile(join(examples, name, "dist", "assets", "app.js"), `"${name}";`);
  }
  const app = fastify();
  const options = { publicUrl: "http://weft.test", secure: false, hasModel: false, findGuide: async () => undefined };
  const pages = openSitePages({ ...options, pageExists: async () => true, folder: site.folder, examples });
  await pages.addTo(app);
  for (const name of [names[0], names.at(-1)]) {
    expect((await app.inject(`/play/${name}/?room=one`)).body).toBe(`<h1>${name}</h1>`);
    expect((await app.inject(`/play/${name}`)).body).toBe(`<h1>${name}</h1>`);
    expect((await app.inject(`/play/${name}/assets/app.js`)).body).toBe(`"${name}";`);
    expect((await app.inject(`/play/${name}/assets/other.js`)).statusCode).toBe(404);
  }
  await app.close();
});

test.each([true, false])("examples learn whether a language model answers: %s", async (hasModel) => {
  await using site = await openBuiltSite();
  const app = fastify();
  const { folder } = site;
  const pages = openSitePages({
    publicUrl: "http://weft.test",
    secure: false,
    hasModel,
    pageExists: async () => true,
    findGuide: async () => undefined,
    folder,
  });
  await pages.addTo(app);
  expect((await app.inject({ url: "/play/config.json" })).json()).toMatchObject({ publicKey: null, hasModel });
  await app.close();
});

test("a page has the server's address in its head, is compressed, and is not sent again unchanged", async () => {
  await using site = await openBuiltSite();
  const app = fastify();
  const { folder } = site;
  const html = `<link rel="canonical" href="https://weft.invalid/docs"/>`;
  await writeFile(join(folder, "docs", "index.html"), html);
  const pageExists = async () => true;
  const findGuide = async () => undefined;
  await openSitePages({
    publicUrl: "https://weft.test/",
    secure: true,
    hasModel: false,
    pageExists,
    findGuide,
    folder,
  }).addTo(app);
  const plain = await app.inject({ url: "/docs" });
  expect(plain.body).toBe(`<link rel="canonical" href="https://weft.test/docs"/>`);
  expect(plain.headers["content-encoding"]).toBeUndefined();
  const packed = await app.inject({ url: "/docs", headers: { "accept-encoding": "gzip, br" } });
  expect(packed.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
  const again = await app.inject({ url: "/docs", headers: { "if-none-match": String(plain.headers["etag"]) } });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
  await app.close();
});

test.each([
  ["llms.txt", "text/markdown; charset=utf-8"],
  ["llms-full.txt", "text/markdown; charset=utf-8"],
  ["sitemap.xml", "application/xml; charset=utf-8"],
  ["rss.xml", "application/xml; charset=utf-8"],
  ["robots.txt", "text/plain; charset=utf-8"],
])("%s has the server's address in it, and is compressed", async (name, type) => {
  await using site = await openBuiltSite();
  const app = fastify();
  const { folder } = site;
  await writeFile(join(folder, name), "http://localhost:7070/docs");
  await openSitePages({
    publicUrl: "https://weft.test/",
    secure: true,
    hasModel: false,
    pageExists: async () => true,
    findGuide: async () => undefined,
    folder,
  }).addTo(app);
  const plain = await app.inject({ url: `/${name}` });
  expect([plain.body, plain.headers["content-type"]]).toEqual(["https://weft.test/docs", type]);
  const packed = await app.inject({ url: `/${name}`, headers: { "accept-encoding": "br" } });
  expect(packed.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
  await app.close();
});

test("a file is served at its own address alone, however that is written", async () => {
  await using site = await openBuiltSite();
  const { folder } = site;
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "assets", "a b.css"), "p {}");
  const app = fastify();
  const pageExists = async () => true;
  const findGuide = async () => undefined;
  const options = { publicUrl: "http://weft.test", secure: false, hasModel: false };
  await openSitePages({ ...options, pageExists, findGuide, folder }).addTo(app);
  const ask = async (url: string, method: "GET" | "HEAD" | "POST" = "GET") => {
    const { statusCode, body } = await app.inject({ method, url });
    return [statusCode, body];
  };
  for (const url of ["/docs", "/docs/", "/docs?a=b", "/do%63s"])
    expect([url, ...(await ask(url))]).toEqual([url, 200, "<h1>Documentation</h1>"]);
  expect(await ask("/assets/a%20b.css")).toEqual([200, "p {}"]);
  expect(await ask("/docs", "HEAD")).toEqual([200, ""]);
  for (const url of ["/docs/index.html", "/docs%2F", "/assets", "/__spa-fallback.html", "/%C3"])
    expect([url, (await ask(url))[0]]).toEqual([url, expect.toBeOneOf([400, 404])]);
  expect((await ask("/docs", "POST"))[0]).toBe(404);
  await app.close();
});

test("a film plays on pages of this origin, and a player can begin anywhere in it", async () => {
  await using site = await openBuiltSite();
  const { folder } = site;
  await mkdir(join(folder, "film"));
  await writeFile(join(folder, "film", "weft.webm"), "0123456789");
  await writeFile(join(folder, "film", "weft.vtt"), "WEBVTT");
  const app = fastify();
  const pageExists = async () => true;
  const findGuide = async () => undefined;
  const options = { publicUrl: "http://weft.test", secure: false, hasModel: false };
  await openSitePages({ ...options, pageExists, findGuide, folder }).addTo(app);
  const whole = await app.inject({ url: "/film/weft.webm" });
  expect([whole.statusCode, whole.headers["content-type"], whole.headers["accept-ranges"]]).toEqual([
    200,
    "video/webm",
    "bytes",
  ]);
  const part = await app.inject({ url: "/film/weft.webm", headers: { range: "bytes=4-" } });
  expect([part.statusCode, part.body, part.headers["content-range"]]).toEqual([206, "456789", "bytes 4-9/10"]);
  const beyond = await app.inject({ url: "/film/weft.webm", headers: { range: "bytes=10-" } });
  expect([beyond.statusCode, beyond.headers["content-range"]]).toEqual([416, "bytes */10"]);
  expect((await app.inject({ url: "/film/weft.vtt" })).headers["content-type"]).toMatch(/^text\/vtt\b/u);
  const page = await app.inject({ url: "/docs" });
  expect(page.headers["content-security-policy"]).toContain("; media-src 'self';");
  await app.close();
});

test("a page that the operator hosts elsewhere redirects there", async () => {
  await using site = await openBuiltSite();
  const app = fastify();
  const { folder } = site;
  const pages = openSitePages({
    publicUrl: "http://weft.test",
    secure: false,
    hasModel: false,
    pageExists: async () => true,
    findGuide: async () => undefined,
    folder,
    elsewhere: { "/docs": "https://example.com/docs" },
  });
  await pages.addTo(app);
  const { statusCode, headers } = await app.inject({ url: "/docs" });
  expect([statusCode, headers.location]).toEqual([302, "https://example.com/docs"]);
  expect((await app.inject({ url: "/" })).statusCode).toBe(200);
  await app.close();
});

test("a guide is served in the shell with its title and description, and a missing one with 404", async () => {
  await using site = await openBuiltSite();
  const head = '<title>Weft</title><meta property="og:title" content="Weft"/>';
  await writeFile(join(site.folder, "__spa-fallback.html"), `<head>${head}</head><div>the shell</div>`);
  const app = fastify();
  const pages = openSitePages({
    publicUrl: "http://weft.test",
    secure: false,
    hasModel: false,
    pageExists: async () => true,
    findGuide: async (slug) =>
      slug === "use-rooms" ? { title: "Rooms $& </title>", description: 'One "room" & <more>.' } : undefined,
    folder: site.folder,
  });
  await pages.addTo(app);
  const found = await app.inject({ url: "/docs/guides/ai/use-rooms" });
  expect(found.statusCode).toBe(200);
  expect(found.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(found.headers["content-security-policy"]).toContain("script-src 'self'");
  expect(found.body).toBe(
    '<head><title>Rooms $&amp; &lt;/title> · Weft</title><meta property="og:title" content="Rooms $&amp; &lt;/title> · Weft"/>' +
      '<meta name="description" content="One &quot;room&quot; &amp; &lt;more>." data-from-server/></head><div>the shell</div>',
  );
  const packed = await app.inject({ url: "/docs/guides/ai/use-rooms", headers: { "accept-encoding": "br" } });
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(found.body);
  expect((await app.inject({ method: "HEAD", url: "/docs/guides/ai/use-rooms" })).statusCode).toBe(200);
  for (const path of ["/docs/guides/ai/nothing", "/docs/guides/ai/%00"]) {
    const missing = await app.inject({ url: path });
    expect([missing.statusCode, missing.body]).toEqual([404, `<head>${head}</head><div>the shell</div>`]);
  }
  await app.close();
});

describe("packages that the build has packed", () => {
  /** An application that serves these files below `/packages/`. */
  async function openPackages(files: Readonly<Record<string, string>>) {
    await using stack = new AsyncDisposableStack();
    const site = stack.use(await openBuiltSite());
    const packages = join(site.folder, "packed");
    await mkdir(packages);
    for (const [name, text] of Object.entries(files)) await writeFile(join(packages, name), text);
    const app = fastify();
    stack.defer(() => app.close());
    app.setErrorHandler((error, _request, reply) =>
      error instanceof WeftError
        ? reply
            .code(error.entry.status)
            .send({ error: error.code, message: error.message, suggestion: error.suggestion })
        : reply.send(error),
    );
    const pages = openSitePages({
      publicUrl: "http://weft.test",
      secure: false,
      hasModel: false,
      pageExists: async () => true,
      findGuide: async () => undefined,
      folder: site.folder,
      packages,
    });
    await pages.addTo(app);
    const held = stack.move();
    return { app, [Symbol.asyncDispose]: () => held.disposeAsync() };
  }

  const family = {
    "client.tgz": "the client",
    "packages.json": JSON.stringify([{ name: "@weft/client", version: "0.1.0", path: "/packages/client.tgz" }]),
  };

  test("are at /packages/, and are asked for anew each time", async () => {
    await using served = await openPackages({ ...family, "create-weft-0.1.0.tgz": "packed", ".sources": "a hash" });
    for (const [name, content] of [
      ["create-weft-0.1.0.tgz", "packed"],
      ["client.tgz", "the client"],
    ]) {
      const packed = await served.app.inject({ url: `/packages/${name}` });
      expect([packed.statusCode, packed.body, packed.headers["cache-control"]]).toEqual([200, content, "no-cache"]);
      const { etag } = packed.headers;
      const again = await served.app.inject({ url: `/packages/${name}`, headers: { "if-none-match": String(etag) } });
      expect(again.statusCode).toBe(304);
    }
    for (const path of ["/packages/.sources", "/packages/create-weft-0.0.1.tgz"])
      expect([path, (await served.app.inject({ url: path })).statusCode]).toEqual([path, 404]);
  });

  test("are at addresses with their version, too, which never have other content", async () => {
    await using served = await openPackages(family);
    const packed = await served.app.inject({ url: "/packages/client-0.1.0.tgz" });
    expect([packed.statusCode, packed.body]).toEqual([200, "the client"]);
    expect(packed.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  });

  test("are missing with an error that says why", async () => {
    await using served = await openPackages(family);
    const refusal = async (url: string, accept = "*/*") => {
      const answer = await served.app.inject({ url, headers: { accept } });
      expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([404, undefined]);
      return answer.json() as unknown;
    };
    const code = { error: "PACKAGE_NOT_FOUND" };
    expect(await refusal("/packages/client-0.0.9.tgz", "text/html")).toEqual({
      ...code,
      message: "This server has version 0.1.0 of @weft/client, and no other.",
      suggestion:
        "Use /packages/client-0.1.0.tgz, or /packages/client.tgz for the version of the server, whichever it is.",
    });
    const unknown = {
      ...code,
      message: "This server has no such package.",
      suggestion: "Use one of /packages/client.tgz.",
    };
    for (const path of ["clients.tgz", "core-0.1.0.tgz", "client.zip", "", "%00"])
      expect(await refusal(`/packages/${path}`)).toEqual(unknown);
    await using empty = await openPackages({});
    const answer = await empty.app.inject({ url: "/packages/client.tgz" });
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      {
        ...code,
        message: "This server has no client packages.",
        suggestion: "Run `npm run pack` in the server's checkout, and start the server again.",
      },
    ]);
  });
});
