/** Knowledge as the server composes it: a site on the loopback interface, the guarded client, the thread that reads texts. */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { createCursors, createKnowledge, JobStopped } from "@weft/collab";
import type { Copilots, KnowledgeOwner } from "@weft/collab";
import { newCopilot } from "@weft/collab/suites/copilot-records.suite.ts";
import { makePdf } from "@weft/collab/suites/make-files.ts";
import { newProject } from "@weft/collab/suites/webhook-records.suite.ts";
import { limits as platformLimits } from "@weft/protocol";
import type { CopilotId, KnowledgeSourceId, Limits, ProjectId, WebKnowledgeType } from "@weft/protocol";
import { openStore } from "@weft/store";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "./clock.ts";
import { openExtractor } from "./extraction/extractor.ts";
import { runDueJobs } from "./jobs/job-runner.ts";
import { outboundPolicies } from "./outbound/outbound-policy.ts";
import type { OutboundPolicy } from "./outbound/outbound-policy.ts";
import { openOutbound } from "./outbound/outbound.ts";
import { pause } from "./pause.ts";

const owner: KnowledgeOwner = { project: "p" as ProjectId, copilot: "co_1" as CopilotId };
const extractor = openExtractor({ clock: systemClock, limits: platformLimits });
afterAll(() => extractor[Symbol.asyncDispose]());

type Answer = string | Uint8Array | ((request: IncomingMessage, response: ServerResponse) => void);

interface Site extends AsyncDisposable {
  readonly url: string;
  readonly connections: number;
  readonly paths: readonly string[];
  /** When each request came in. */
  readonly times: readonly number[];
  pages: Record<string, Answer>;
}

async function openSite(pages: Record<string, Answer> = {}, host = "127.0.0.1"): Promise<Site> {
  const paths: string[] = [];
  const times: number[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    paths.push(request.url!);
    times.push(performance.now());
    const answer = site.pages[request.url!];
    if (answer === undefined) response.writeHead(404).end("not here");
    else if (typeof answer === "function") answer(request, response);
    else {
      const type = typeof answer === "string" ? "text/html" : "application/octet-stream";
      response
        .writeHead(200, { "content-type": answer.toString().startsWith("User-agent") ? "text/plain" : type })
        .end(answer);
    }
  });
  server.on("connection", () => void connections++);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const site: Site = {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    get connections() {
      return connections;
    },
    paths,
    times,
    pages,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return site;
}

/** A page with a subject of its own, and links. */
const page = (subject: string, links: readonly string[] = [], head = "") =>
  `<!doctype html><html><head><title>${subject} page</title>${head}</head><body><main><h1>${subject}</h1>
  <p>This page is about ${subject}, and explains ${subject} in a few words for those who look for it.</p>
  ${links.map((link) => `<a href="${link}">next</a>`).join(" ")}</main></body></html>`;

/** As strict as a server's own rules, with one loopback address that counts as public. */
const onePublic: OutboundPolicy = {
  ...outboundPolicies.public,
  allowsPort: () => true,
  allowsAddress: (address) => address === "127.0.0.1",
};

interface Options {
  readonly policy?: OutboundPolicy;
  readonly limits?: Partial<Limits>;
}

async function open({ policy = onePublic, limits: changed }: Options = {}) {
  await using stack = new AsyncDisposableStack();
  const limits = { ...platformLimits, knowledgeRequestGapMs: 0, knowledgeRequestGapMaxMs: 0, ...changed };
  const store = stack.use(await openStore("sqlite::memory:"));
  await store.projects.insertProject(newProject(owner.project));
  await store.copilots.insert(owner.project, newCopilot(owner.copilot), 9);
  const noHosts = async (host: string) => {
    throw new Error(`${host} was looked up.`);
  };
  const outbound = stack.use(openOutbound({ policy, resolve: noHosts, userAgent: "Weft/test", limits }));
  let ids = 0;
  const knowledge = createKnowledge({
    records: store.knowledge,
    copilots: { get: (project, id) => store.copilots.find(project, id) } as Pick<Copilots, "get">,
    extractor,
    send: (request) => outbound.send(request),
    cursors: createCursors(Buffer.alloc(32, 1)),
    randomId: () => `${++ids}`,
    now: () => Date.now(),
    pause: (ms, signal) => pause(ms, signal, systemClock),
    limits,
  });
  const options = { records: store.jobs, clock: systemClock, limits, log: pino({ enabled: false }) };
  const held = stack.move();
  return {
    knowledge,
    store,
    limits,
    /** Does all of the work that is due. */
    async work(signal = new AbortController().signal) {
      for (const handler of knowledge.handlers) await runDueJobs(handler, options, signal);
    },
    /** Reads a web source; answers what became of it and of its links, by their paths. */
    async read(url: string, type: WebKnowledgeType) {
      const source = await knowledge.addWeb(owner, { url, type });
      await this.work();
      return this.state(source);
    },
    async state(source: KnowledgeSourceId) {
      const { status, error } = await knowledge.get({ ...owner, source });
      const links = await store.knowledge.links({ ...owner, source }, { limit: 100 });
      const paths = links.map((link) => [new URL(link.url).pathname, link.error ?? link.status] as const);
      return { source, status, error, links: Object.fromEntries(paths) };
    },
    search: async (...queries: readonly string[]) =>
      (await knowledge.search(owner.project, owner.copilot, queries)).map(({ title }) => title),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

test("[KN4] a single page is read and found, and no other page of its site", async () => {
  await using site = await openSite({ "/a": page("Walrus", ["/b"]), "/b": page("Badger") });
  await using under = await open();
  expect(await under.read(`${site.url}/a#part`, "individual_link")).toMatchObject({
    status: "ready",
    links: { "/a": "ready" },
  });
  expect(await under.search("walrus")).toEqual(["Walrus page"]);
  expect(await under.search("badger")).toEqual([]);
  expect(site.paths).toEqual(["/robots.txt", "/a"]);
  expect(await under.knowledge.knows(owner.project, owner.copilot)).toBe(true);
});

test("[KN4] [KN5] a crawl reads what is below its address, and what the site allows", async () => {
  await using site = await openSite({
    "/robots.txt": "User-agent: Weft\nDisallow: /docs/private\n\nUser-agent: *\nDisallow: /",
    "/docs/": page("Start", ["one", "/docs/two?utm_source=x", "/other", "private/x", "https://example.com/"]),
    "/docs/one": page("Walrus", ["/docs/three", "/docs/two#part"]),
    "/docs/two": page("Badger", [], '<meta name="robots" content="noindex">').replace(
      "</main>",
      '<a href="/docs/four">f</a></main>',
    ),
    "/docs/three": page("Heron", ["/docs/copy"]).replace("<a ", '<a rel="nofollow" '),
    "/docs/four": page("Lynx", ["/docs/gone", "/docs/image"]),
    "/docs/copy": page("Copy"),
    "/docs/image": Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0", "latin1"),
    "/other": page("Other"),
  });
  await using under = await open();
  const crawled = await under.read(`${site.url}/docs/`, "crawl");
  expect(crawled).toMatchObject({ status: "ready" });
  expect(crawled.links).toEqual({
    "/docs/": "ready",
    "/docs/one": "ready",
    "/docs/two": "The page asks not to be indexed",
    "/docs/three": "ready",
    "/docs/four": "ready",
    "/docs/private/x": "Blocked by robots.txt",
    "/docs/gone": "The page could not be reached (404)",
    "/docs/image": "Pages of this kind cannot be read",
  });
  expect(site.paths.filter((path) => /private|other|copy/.test(path))).toEqual([]);
  expect(site.paths.filter((path) => path === "/robots.txt")).toHaveLength(1);
  expect(await under.search("lynx")).toEqual(["Lynx page"]);
  expect(await under.search("badger")).toEqual([]);
});

test("[KN4] sitemaps are found by robots.txt, followed through indexes, compressed or not, and on their own host", async () => {
  await using site = await openSite();
  const urls = (...paths: readonly string[]) =>
    `<urlset>${paths.map((path) => `<url><loc>${path.startsWith("http") ? path : site.url + path}</loc></url>`).join("")}</urlset>`;
  const index = (...paths: readonly string[]) =>
    `<sitemapindex>${paths.map((path) => `<sitemap><loc>${site.url}${path}</loc></sitemap>`).join("")}</sitemapindex>`;
  site.pages = {
    "/robots.txt": `User-agent: *\nAllow: /\nSitemap: ${site.url}/maps/index.xml`,
    "/": page("Home"),
    "/maps/index.xml": index("/maps/a.xml.gz", "/maps/b.xml", "/maps/index.xml"),
    "/maps/a.xml.gz": gzipSync(urls("/walrus", "https://example.com/elsewhere")),
    "/maps/b.xml": urls("/manual.pdf", "/walrus"),
    "/walrus": page("Walrus"),
    "/manual.pdf": makePdf(["Instructions about bicycles"]),
    "/empty.xml": urls(),
  };
  await using under = await open();
  for (const address of ["/", "/maps/index.xml", "/maps/b.xml"])
    expect(await under.read(site.url + address, "sitemap")).toMatchObject({
      status: "ready",
      links: { "/walrus": "ready", "/manual.pdf": "ready" },
    });
  expect((await under.search("bicycles"))[0]).toBe(`${site.url}/manual.pdf`);
  expect(await under.read(`${site.url}/empty.xml`, "sitemap")).toMatchObject({
    status: "error",
    error: "No URLs were found in the sitemap",
  });
});

test("[KN4] [OC1] [OC3] no address that is blocked is connected to, named, linked, redirected to or in a sitemap (S6)", async () => {
  await using blocked = await openSite({ "/": page("Secret"), "/x": page("Secret") }, "127.0.0.2");
  const redirect = (to: string) => (_: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(302, { location: to }).end();
  await using site = await openSite({
    "/docs/": page("Start", [`${blocked.url}/x`, "moved", "metadata", "file"]),
    "/docs/moved": redirect(`${blocked.url}/x`),
    "/docs/metadata": redirect("http://169.254.169.254/latest/meta-data/"),
    "/docs/file": redirect("file:///etc/passwd"),
    "/sitemap.xml": `<sitemapindex><sitemap><loc>${blocked.url}/x</loc></sitemap></sitemapindex>`,
    "/list.xml": `<urlset><url><loc>${blocked.url}/x</loc></url></urlset>`,
  });
  site.pages["/robots.txt"] = `User-agent: *\nAllow: /\nSitemap: ${blocked.url}/x`;
  await using under = await open();
  const refused = "The address is not allowed";
  for (const type of ["individual_link", "crawl", "sitemap"] as const)
    for (const url of [`${blocked.url}/`, "http://10.0.0.1/", "http://[::1]:8080/", "http://ada:secret@127.0.0.1/"]) {
      const { status, error } = await under.read(url, type);
      expect([url, type, status, error]).toEqual([url, type, "error", refused]);
    }
  expect(await under.read(`${site.url}/docs/moved`, "individual_link")).toMatchObject({ error: refused });
  expect(await under.read(`${site.url}/docs/`, "crawl")).toMatchObject({
    status: "ready",
    links: { "/docs/": "ready", "/docs/moved": refused, "/docs/metadata": refused, "/docs/file": refused },
  });
  for (const address of ["/docs/", "/sitemap.xml", "/list.xml"])
    expect(await under.read(site.url + address, "sitemap")).toMatchObject({
      error: "No URLs were found in the sitemap",
    });
  expect(blocked.connections).toBe(0);
  expect(await under.search("secret")).toEqual([]);
  // The listener can be reached.
  await using any = await open({ policy: outboundPolicies.any });
  expect(await any.read(`${blocked.url}/`, "individual_link")).toMatchObject({ status: "ready" });
  expect(blocked.connections).toBeGreaterThan(0);
});

test("[KN4] a crawl stops at its bounds of pages, depth and bytes, and faults of a site are tried twice", async () => {
  await using site = await openSite({
    "/1": page("Page1", ["/2", "/x"]),
    "/2": page("Page2", ["/3"]),
    "/3": page("Page3", ["/4"]),
    "/4": page("Page4"),
  });
  await using under = await open({ limits: { knowledgePages: 3 } });
  expect(Object.keys((await under.read(`${site.url}/1`, "crawl")).links).toSorted()).toEqual(["/1", "/2", "/x"]);
  await using shallow = await open({ limits: { knowledgeCrawlDepth: 1 } });
  expect((await shallow.read(`${site.url}/1`, "crawl")).links).toMatchObject({ "/2": "ready" });
  expect(Object.keys((await shallow.read(`${site.url}/1`, "crawl")).links)).not.toContain("/3");
  await using small = await open({ limits: { knowledgeCrawlBytes: 2 ** 19, knowledgePageBytes: 2 ** 20 } });
  site.pages["/1"] = page("Page1", ["/2"]).replace("</p>", `${"<br>".repeat(150_000)}</p>`);
  expect((await small.read(`${site.url}/1`, "crawl")).links).toEqual({
    "/1": "ready",
    "/2": "The source has more than 1 MiB",
  });
  await using tiny = await open({ limits: { knowledgePageBytes: 2 ** 19 } });
  expect((await tiny.read(`${site.url}/1`, "individual_link")).error).toBe("The page has more than 1 MiB");

  let asked = 0;
  site.pages["/flaky"] = (_, response) => {
    if (++asked % 2 === 1) response.writeHead(503).end();
    else response.writeHead(200, { "content-type": "text/html" }).end(page("Flaky"));
  };
  site.pages["/broken"] = (_, response) => void response.writeHead(500).end();
  expect((await under.read(`${site.url}/flaky`, "individual_link")).status).toBe("ready");
  expect((await under.read(`${site.url}/broken`, "individual_link")).error).toBe("The page could not be reached (500)");
  expect([asked, site.paths.filter((path) => path === "/broken").length]).toEqual([2, 2]);
});

const redirectTo =
  (location: string, headers = {}) =>
  (_: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(301, { location, ...headers }).end();

test("[KN4] a crawl whose address redirects reads what is below the page that it leads to", async () => {
  await using other = await openSite({
    "/en/docs/": page("Start", ["one", "/en/else"]),
    "/en/docs/one": page("Walrus"),
    "/en/docs/two": page("Heron"),
    "/en/else": page("Else"),
    "/sitemap.xml": "<urlset><url><loc>/en/docs/two</loc></url><url><loc>/en/else</loc></url></urlset>",
  });
  await using site = await openSite({
    "/docs/": redirectTo("/en/docs/"),
    "/moved": redirectTo(`${other.url}/en/docs/`),
    "/refreshed/": '<!doctype html><meta http-equiv="refresh" content="0; url=../en/docs/"><p>Redirecting…</p>',
    "/header": (_, response) => void response.writeHead(200, { refresh: "0;url=/en/docs/" }).end("Redirecting"),
    ...other.pages,
  });
  await using under = await open();
  for (const start of ["/docs/", "/moved", "/refreshed/", "/header"])
    expect([start, await under.read(site.url + start, "crawl")]).toMatchObject([
      start,
      { status: "ready", links: { "/en/docs/": "ready", "/en/docs/one": "ready", "/en/docs/two": "ready" } },
    ]);
  expect([...site.paths, ...other.paths]).not.toContain("/en/else");
  // The root of a site stays what was asked for.
  site.pages["/"] = redirectTo("/en/docs/");
  expect((await under.read(`${site.url}/`, "crawl")).links).toMatchObject({
    "/en/docs/": "ready",
    "/en/else": "ready",
  });
});

test("[KN4] sitemaps that redirect, or name their pages at the address without www., are read", async () => {
  await using other = await openSite({
    "/walrus": page("Walrus"),
    "/map.xml": "<urlset><url><loc>walrus</loc></url></urlset>",
  });
  await using site = await openSite({ "/sitemap.xml": redirectTo(`${other.url}/map.xml`) });
  await using under = await open();
  expect(await under.read(`${site.url}/sitemap.xml`, "sitemap")).toMatchObject({ links: { "/walrus": "ready" } });
});

test("[KN4] [OC1] neither a redirect of the start nor a refresh leads to an address that is blocked", async () => {
  await using blocked = await openSite({ "/": page("Secret") }, "127.0.0.2");
  await using site = await openSite({
    "/start": redirectTo(`${blocked.url}/`),
    "/refresh": `<!doctype html><meta http-equiv=refresh content="0;url=${blocked.url}/"><p>Redirecting`,
    "/loop": '<!doctype html><meta http-equiv=refresh content="0;url=/back"><p>Redirecting',
    "/back": '<!doctype html><meta http-equiv=refresh content="0;url=/loop"><p>Redirecting',
    "/private": '<!doctype html><meta http-equiv=refresh content="0;url=/hidden"><p>Redirecting',
    "/hidden": page("Hidden"),
    "/robots.txt": "User-agent: *\nDisallow: /hidden",
    "/start.xml": redirectTo(`${blocked.url}/`),
  });
  await using under = await open();
  for (const type of ["crawl", "individual_link"] as const)
    for (const path of ["/start", "/refresh"])
      expect(await under.read(site.url + path, type)).toMatchObject({ error: "The address is not allowed" });
  expect(await under.read(`${site.url}/start.xml`, "sitemap")).toMatchObject({ error: "The address is not allowed" });
  expect(await under.read(`${site.url}/private`, "individual_link")).toMatchObject({ error: "Blocked by robots.txt" });
  expect(await under.read(`${site.url}/loop`, "individual_link")).toMatchObject({
    error: "The page could not be reached (The page redirects too often.)",
  });
  expect(blocked.connections).toBe(0);
});

test("[KN5] directives for other robots, and those that limit previews, leave a page in", async () => {
  const withHeader =
    (header: string | readonly string[], html: string) => (_: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(200, { "content-type": "text/html", "x-robots-tag": header as string }).end(html);
  await using site = await openSite({
    "/1": withHeader("otherbot: noindex", page("One")),
    "/2": withHeader(["googlebot: noindex", "max-image-preview:none"], page("Two")),
    "/3": page("Three", [], '<meta name="robots" content="index, max-image-preview:none">'),
    "/4": withHeader(["otherbot: all", "noindex"], page("Four")),
    "/5": withHeader("weft: none", page("Five")),
    "/6": page("Six", [], '<meta name="robots" content="all"><meta name="weft" content="none">'),
  });
  await using under = await open();
  for (const path of ["/1", "/2", "/3"])
    expect([path, await under.read(site.url + path, "individual_link")]).toMatchObject([path, { status: "ready" }]);
  for (const path of ["/4", "/5", "/6"])
    expect([path, await under.read(site.url + path, "individual_link")]).toMatchObject([
      path,
      { error: "The page asks not to be indexed" },
    ]);
});

test("[KN4] a site that asks to come back later is asked again, a bounded number of times and after a bounded wait", async () => {
  let asked = 0;
  await using site = await openSite({
    "/busy": (_, response) => {
      if (++asked <= 2) response.writeHead(429, { "retry-after": "3600" }).end();
      else response.writeHead(200, { "content-type": "text/html" }).end(page("Busy"));
    },
    "/always": (_, response) => void response.writeHead(429, { "retry-after": new Date().toUTCString() }).end(),
    "/plain": (_, response) => void response.writeHead(429).end(),
  });
  await using under = await open({ limits: { knowledgeRetryAfterMs: 1 } });
  expect(await under.read(`${site.url}/busy`, "crawl")).toMatchObject({ status: "ready" });
  expect(await under.read(`${site.url}/always`, "individual_link")).toMatchObject({
    error: "The page could not be reached (429)",
  });
  expect(await under.read(`${site.url}/plain`, "individual_link")).toMatchObject({ status: "error" });
  const count = (path: string) => site.paths.filter((each) => each === path).length;
  expect([asked, count("/always"), count("/plain")]).toEqual([3, 3, 2]);
  // What a site that is asked too often allows is not known.
  site.pages["/robots.txt"] = (_, response) => void response.writeHead(429).end();
  await using later = await open();
  expect(await later.read(`${site.url}/busy`, "individual_link")).toMatchObject({
    error: "The site's robots.txt could not be read",
  });
});

test("[KN5] nothing is read of a site whose robots.txt cannot be", async () => {
  await using site = await openSite({
    "/robots.txt": (_, response) => void response.writeHead(500).end(),
    "/a": page("Walrus"),
  });
  await using under = await open();
  expect(await under.read(`${site.url}/a`, "individual_link")).toMatchObject({
    status: "error",
    error: "The site's robots.txt could not be read",
  });
});

test("[KN3] a reading that is stopped goes on where it ended, and finds nothing twice", async () => {
  await using under = await open({ limits: { knowledgePagesAtOnce: 1 } });
  const stopping = new AbortController();
  await using site = await openSite({
    "/1": page("Alpha", ["/2"]),
    "/2": (_, response) => {
      stopping.abort(new JobStopped());
      response.writeHead(200, { "content-type": "text/html" }).end(page("Beta", ["/3"]));
    },
    "/3": page("Gamma"),
  });
  const source = await under.knowledge.addWeb(owner, { url: `${site.url}/1`, type: "crawl" });
  await under.work(stopping.signal);
  expect(await under.state(source)).toMatchObject({ status: "ingesting", links: { "/1": "ready", "/2": "ingesting" } });
  await under.work();
  expect(await under.state(source)).toMatchObject({
    status: "ready",
    links: { "/1": "ready", "/2": "ready", "/3": "ready" },
  });
  expect(site.paths.filter((path) => path === "/1")).toHaveLength(1);
  for (const word of ["alpha", "beta", "gamma"]) expect(await under.search(word)).toHaveLength(1);
});

test("[KN1] [KN7] a file is read, replaced under its id, and found as it is now", async () => {
  await using under = await open();
  const { knowledge } = under;
  const put = (text: string | Uint8Array, name = "guide.md") =>
    knowledge.putFile(owner, { name, bytes: Buffer.from(text), type: "text/markdown; charset=utf-8" });
  const source = await put("# Guide\n\nAll about the walrus.");
  const address = { ...owner, source };
  expect(await knowledge.fileText(address)).toBe("");
  await under.work();
  expect(await knowledge.get(address)).toMatchObject({ status: "ready", origin: { mimeType: "text/markdown" } });
  expect(await knowledge.fileText(address)).toBe("# Guide\n\nAll about the walrus.");
  expect(await put("# Guide\n\nAll about badgers.")).toBe(source);
  expect(await knowledge.get(address)).toMatchObject({ status: "ingesting" });
  expect(await under.search("walrus")).toEqual(["guide.md"]);
  await under.work();
  expect([await under.search("walrus"), await under.search("badger")]).toEqual([[], ["guide.md"]]);
  await expect(put(Buffer.alloc(9), "zeros.bin")).rejects.toMatchObject({ code: "UNSUPPORTED_MEDIA_TYPE" });
  const image = await put(
    Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0", "latin1"),
    "a.png",
  );
  await under.work();
  expect(await knowledge.get({ ...owner, source: image })).toMatchObject({
    status: "error",
    error: "Reading images needs an AI provider with vision or OCR",
  });
});

test("[KN14] a website is read again: what it says now replaces what it said, once the new reading ends", async () => {
  await using site = await openSite({ "/": page("Walrus", ["/b"]), "/b": page("Badger") });
  await using under = await open();
  const { source } = await under.read(`${site.url}/`, "crawl");
  const address = { ...owner, source };
  site.pages = { "/": page("Heron") };
  let admitted = 0;
  await under.knowledge.reindex(address, () => void admitted++);
  // It is being read: nothing more is begun.
  await under.knowledge.reindex(address, () => void admitted++);
  expect(admitted).toBe(1);
  expect(await under.state(source)).toMatchObject({ status: "ingesting", links: {} });
  expect(await under.search("walrus")).toEqual(["Walrus page"]);
  await under.work();
  expect(await under.state(source)).toMatchObject({ status: "ready", links: { "/": "ready" } });
  expect([await under.search("walrus"), await under.search("badger"), await under.search("heron")]).toEqual([
    [],
    [],
    ["Heron page"],
  ]);

  // A site that is gone leaves what was read of it.
  site.pages = {};
  await under.knowledge.reindex(address);
  await under.work();
  expect(await under.state(source)).toMatchObject({ status: "error" });
  expect(await under.search("heron")).toEqual(["Heron page"]);
  const refusal = () => {
    throw new Error("too many");
  };
  await expect(under.knowledge.reindex(address, refusal)).rejects.toThrow("too many");
  expect(await under.state(source)).toMatchObject({ status: "error" });
});

test("[KN14] a file is divided into passages again from its text, and one that was not read is to be uploaded again", async () => {
  await using under = await open();
  const put = (name: string, bytes: Uint8Array, type: string) => under.knowledge.putFile(owner, { name, bytes, type });
  const source = await put("animals.md", Buffer.from("# Walrus\n\nIt swims."), "text/markdown");
  await under.work();
  await under.knowledge.reindex({ ...owner, source });
  expect(await under.state(source)).toMatchObject({ status: "ingesting" });
  // Replaced while it waits: the new contents are read, once.
  expect(await put("animals.md", Buffer.from("# Heron\n\nIt wades."), "text/markdown")).toBe(source);
  await under.work();
  expect(await under.state(source)).toMatchObject({ status: "ready" });
  await under.knowledge.reindex({ ...owner, source });
  await under.work();
  expect(await under.state(source)).toMatchObject({ status: "ready", error: undefined });
  expect(await under.search("walrus")).toEqual([]);
  expect(await under.search("heron")).toEqual(["animals.md"]);
  expect(await under.knowledge.fileText({ ...owner, source })).toBe("# Heron\n\nIt wades.");

  const empty = await put("empty.txt", Buffer.from("  "), "text/plain");
  await under.work();
  expect(await under.state(empty)).toMatchObject({ status: "error" });
  await expect(under.knowledge.reindex({ ...owner, source: empty })).rejects.toMatchObject({
    code: "UNPROCESSABLE_ENTITY",
    message: expect.stringContaining("Upload it again"),
  });
});

test("[JB6] a source whose reading ended two processes says so, and a new file is read", async () => {
  await using here = await open();
  const file = { name: "notes.txt", bytes: Buffer.from("All about invoices.") };
  const source = await here.knowledge.putFile(owner, file);
  for (const claim of ["one", "two"]) await here.store.jobs.claim("knowledge", claim, Date.now(), 0, 1);
  await here.work();
  expect(await here.knowledge.get({ ...owner, source })).toMatchObject({
    status: "error",
    error: "Reading the source stopped the server several times, so it is not read again",
  });
  expect(await here.search("invoices")).toEqual([]);
  expect(await here.store.jobs.list({ state: "parked" })).toHaveLength(1);
  expect(await here.knowledge.putFile(owner, { ...file, bytes: Buffer.from("All about refunds.") })).toBe(source);
  await here.work();
  expect(await here.knowledge.get({ ...owner, source })).toMatchObject({ status: "ready" });
  expect(await here.search("refunds")).toEqual(["notes.txt"]);
});

test("[KN2] what is deleted is found no more, and leaves nothing behind", async () => {
  await using site = await openSite({ "/a": page("Walrus") });
  await using under = await open();
  const { knowledge, store } = under;
  const { source } = await under.read(`${site.url}/a`, "individual_link");
  await expect(knowledge.deleteFile({ ...owner, source })).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  await knowledge.deleteWeb({ ...owner, source });
  expect(await under.search("walrus")).toEqual([]);
  await under.work();
  const left = { ...owner, source, revision: 1 };
  expect(await store.knowledge.linkTotals(left)).toMatchObject({ links: 0, passages: 0 });
});
