import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ServerProcess } from "@weft/testkit";
import { spawnServer } from "@weft/testkit";
import { openBrowser } from "@weft/testkit/browser";
import { expect, test } from "vitest";
import { report } from "./support/report.ts";
import { createRoom, tokenFor } from "./support/rest.ts";
import { hungMs, until } from "./support/until.ts";

const room = "r";

/** A kind of file that users upload. */
interface Kind {
  readonly name: string;
  idOf(index: number): string;
  /** Sends a file, and returns the status. */
  send(server: ServerProcess, id: string, name: string, bytes: Buffer): Promise<number>;
  /** The link to a file. */
  linkOf(server: ServerProcess, id: string): Promise<string>;
  /** The limit that says how long links last. */
  readonly linkMs: "storageFileLinkMs" | "attachmentLinkMs";
}

/** Files of Storage, as the project's back end uploads them. */
const storageFiles: Kind = {
  name: "a file of Storage",
  idOf: (index) => `fl_${String(index).padStart(21, "0")}`,
  send: (server, id, name, bytes) =>
    put(
      `${server.url}/v2/rooms/${room}/storage/files/${id}/upload/${encodeURIComponent(name)}`,
      server.secretKey,
      bytes,
    ),
  async linkOf(server, id) {
    const headers = { authorization: `Bearer ${server.secretKey}` };
    const response = await fetch(`${server.url}/v2/rooms/${room}/storage/files/${id}`, { headers });
    return ((await response.json()) as { url: string }).url;
  },
  linkMs: "storageFileLinkMs",
};

/** Attachments of comments, as a user uploads them. */
const attachments: Kind = {
  name: "an attachment",
  idOf: (index) => `at_${String(index).padStart(21, "0")}`,
  send: async (server, id, name, bytes) =>
    put(
      `${server.url}/v2/c/rooms/${room}/attachments/${id}/upload/${encodeURIComponent(name)}`,
      await tokenFor(server, "ada"),
      bytes,
    ),
  async linkOf(server, id) {
    const response = await fetch(`${server.url}/v2/c/rooms/${room}/attachments/presigned-urls`, {
      method: "POST",
      headers: { authorization: `Bearer ${await tokenFor(server, "ada")}`, "content-type": "application/json" },
      body: JSON.stringify({ attachmentIds: [id] }),
    });
    return ((await response.json()) as { urls: [string] }).urls[0];
  },
  linkMs: "attachmentLinkMs",
};
const kinds = [storageFiles, attachments];

async function put(url: string, key: string, bytes: Buffer): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(url, { method: "PUT", headers, body: new Uint8Array(bytes) })).status;
}

/** Uploads a file, and returns its link. */
async function upload(kind: Kind, server: ServerProcess, id: string, name: string, bytes: Buffer): Promise<URL> {
  expect([name, await kind.send(server, id, name, bytes)]).toEqual([name, 200]);
  return new URL(await kind.linkOf(server, id));
}

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const run = "globalThis.ran?.(String(location))";
const page = Buffer.from(`<!doctype html><html><body onload="${run}"><script>${run}</script></body></html>`);
const drawing = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" onload="${run}"><script>${run}</script><rect width="9" height="9"/></svg>`,
);
/** A script for a reader of scripts, and the beginning of an image for a reader of images. */
const gifScript = Buffer.concat([Buffer.from("GIF89a=0;/*"), gif.subarray(10), Buffer.from(`*/;${run}`)]);

/** Files that look like one thing and are another. */
const hostile: readonly (readonly [name: string, bytes: Buffer])[] = [
  ["page.html", page],
  ["page.png", page],
  ["page.txt", page],
  ["page.pdf", page],
  ["page", page],
  ["page.xhtml", Buffer.from(`<html xmlns="http://www.w3.org/1999/xhtml"><script>${run}</script></html>`)],
  ["page.xml", Buffer.from(`<x xmlns:h="http://www.w3.org/1999/xhtml"><h:script>${run}</h:script></x>`)],
  ["page.mhtml", Buffer.from(`MIME-Version: 1.0\nContent-Type: text/html\n\n<script>${run}</script>`)],
  ["drawing.svg", drawing],
  ["drawing.png", drawing],
  ["script.js", Buffer.from(run)],
  ["script.mjs", Buffer.from(run)],
  ["script.png", Buffer.from(run)],
  ["style.css", Buffer.from(`body { background: url("javascript:${run}") }`)],
  ["image.html", png],
  ["image.svg", gif],
  ["image and page.html", Buffer.concat([png, page])],
  ["image and page.gif", Buffer.concat([gif, page])],
  ["image and script.js", gifScript],
  ["../../page.html", page],
  ["..\\..\\page.html", page],
  ['page.png"; filename="page.html', page],
  ["page.png\r\nContent-Type: text/html\r\n\r\n.html", page],
  ["page.html%00.png", page],
];

test("[S7] no uploaded file runs a script, opened or embedded, and only raster images are shown in place", async () => {
  await using server = await spawnServer();
  await createRoom(server, room);
  const links = new Map<string, URL>();
  for (const kind of kinds) {
    for (const [index, [name, bytes]] of hostile.entries())
      links.set(`${kind.name}, ${name}`, await upload(kind, server, kind.idOf(index), name, bytes));
    const status = await kind.send(server, kind.idOf(hostile.length), "page.html\0.png", page);
    expect(status, "a name that no database can hold").toBe(422);
  }

  const stored = await readdir(join(server.data.folder, "files"), { recursive: true });
  expect(stored.filter((name) => /page|image|script|drawing|style/u.test(name))).toEqual([]);

  const browser = await openBrowser();
  // Another site, which embeds the file in every possible way.
  const elements = (link: string) => [
    `<script src="${link}"></script>`,
    `<script type="module" src="${link}" crossorigin></script>`,
    `<iframe src="${link}"></iframe>`,
    `<object data="${link}"></object>`,
    `<embed src="${link}">`,
    `<img src="${link}">`,
    `<link rel="stylesheet" href="${link}">`,
  ];
  const embedding = `<!doctype html><html><body>${[...links.values()]
    .flatMap(({ href }) => elements(href.replaceAll("&", "&amp;")))
    .join("\n")}</body></html>`;
  const site = createServer((_, response) => response.setHeader("content-type", "text/html").end(embedding));
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  try {
    const context = await browser.newContext({ acceptDownloads: true });
    const ran: string[] = [];
    await context.exposeFunction("ran", (where: string) => void ran.push(where));
    const ways = new Map<string, number>();
    for (const [name, link] of links) {
      const window = await context.newPage();
      window.on("dialog", (dialog) => {
        ran.push(`a dialog of ${name}`);
        dialog.dismiss().catch(() => {});
      });
      const saved = window.waitForEvent("download", { timeout: hungMs }).then(
        () => "saved",
        () => "closed",
      );
      const shown = window.goto(link.href, { waitUntil: "load", timeout: hungMs }).then(
        // A download ends the navigation.
        (response) => response?.headers()["content-type"] ?? "nothing",
        () => saved,
      );
      const way = await shown;
      expect([name, way]).toEqual([name, expect.stringMatching(/^(saved|image\/(png|gif))$/u)]);
      ways.set(way, (ways.get(way) ?? 0) + 1);
      await window.close();
    }
    expect(ways.get("saved")).toBeGreaterThan(0);
    expect(ways.get("image/png")).toBeGreaterThan(0);

    // The test would see a script that ran.
    const control = await context.newPage();
    await control.setContent(`<script>${run}</script>`);
    await until("the script of the control page ran", () => ran.length === 1);
    await control.close();
    ran.length = 0;

    const window = await context.newPage();
    const { port } = site.address() as AddressInfo;
    await window.goto(`http://127.0.0.1:${port}/`, { waitUntil: "load", timeout: 3 * hungMs });
    // Images alone are loaded by it: `load` comes after everything was, or was refused.
    const widths = await window.evaluate<number[]>("Array.from(document.images, (image) => image.naturalWidth)");
    expect(widths.some((width) => width > 0)).toBe(true);
    expect(ran).toEqual([]);
    report("S7", { files: links.size, ...Object.fromEntries(ways), scripts: ran.length });
  } finally {
    await browser.close();
    await new Promise((resolve) => site.close(resolve).closeAllConnections());
  }
}, 600_000);

test("[S7] a link that was altered, or belongs to another file, does not work", async () => {
  await using server = await spawnServer();
  await createRoom(server, room);
  const secret = "what the file holds";
  const altered: (readonly [string, URL])[] = [];
  for (const kind of kinds) {
    const link = await upload(kind, server, kind.idOf(1), "a.txt", Buffer.from(secret));
    const other = await upload(kind, server, kind.idOf(2), "b.txt", Buffer.from("another"));
    expect(await (await fetch(link)).text()).toBe(secret);
    altered.push(...alterations(link, other).map(([what, changed]) => [`${kind.name}: ${what}`, changed] as const));
    // Only reading is signed for.
    for (const method of ["PUT", "DELETE", "POST"])
      expect([method, (await fetch(link, { method })).status >= 400]).toEqual([method, true]);
    expect(await (await fetch(link)).text()).toBe(secret);
  }
  for (const [what, changed] of altered) {
    const response = await fetch(changed);
    const text = await response.text();
    expect([what, response.status >= 400 && response.status < 500]).toEqual([what, true]);
    expect([what, text.includes(secret)]).toEqual([what, false]);
  }
  report("S7", { "altered links": altered.length });
}, 300_000);

/** A link, altered in every way that may open something. */
function alterations(link: URL, other: URL): readonly (readonly [what: string, altered: URL])[] {
  const altered: (readonly [string, URL])[] = [];
  const alter = (what: string, change: (link: URL) => void) => {
    const changed = new URL(link);
    change(changed);
    altered.push([what, changed]);
  };
  for (const [name, value] of link.searchParams) {
    alter(`${name} left out`, ({ searchParams }) => searchParams.delete(name));
    alter(`${name} empty`, ({ searchParams }) => searchParams.set(name, ""));
    alter(`${name} changed`, ({ searchParams }) =>
      searchParams.set(name, (value.startsWith("1") ? "2" : "1") + value.slice(1)),
    );
    alter(`${name} longer`, ({ searchParams }) => searchParams.set(name, `${value}1`));
    alter(`${name} of another`, ({ searchParams }) => {
      const theirs = other.searchParams.get(name)!;
      if (theirs === value) searchParams.delete(name);
      else searchParams.set(name, theirs);
    });
  }
  for (const kind of ["storageFile", "attachment", "knowledgeFile"])
    if (link.searchParams.get("kind") !== kind)
      alter(`the kind ${kind}`, ({ searchParams }) => searchParams.set("kind", kind));
  alter("another file's id", (changed) => (changed.pathname = other.pathname));
  alter("no query", (changed) => (changed.search = ""));
  alter("a path above", (changed) => (changed.pathname = `${changed.pathname}/../../etc/passwd`));
  return altered;
}

test("[S7] an expired link does not work", async () => {
  const limits = Object.fromEntries(kinds.map(({ linkMs }) => [linkMs, 1_000]));
  await using server = await spawnServer({ limits });
  await createRoom(server, room);
  const secret = "what the file holds";
  for (const kind of kinds) {
    const link = await upload(kind, server, kind.idOf(1), "a.txt", Buffer.from(secret));
    await until(`the link to ${kind.name} has expired`, async () => (await fetch(link)).status === 403, {
      everyMs: 100,
    });
    expect(await (await fetch(link)).text()).not.toContain(secret);
  }
}, 300_000);
