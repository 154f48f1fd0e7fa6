import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";
import { serveOnLoopback } from "../support/loopback-server.ts";

const open = new AsyncDisposableStack();
let lobby: Lobby;
let pages: string;
beforeAll(async () => {
  lobby = open.use(await openLobby({ outbound: "any" }));
  const server = await serveOnLoopback((request, response) => {
    if (request.url === "/moved") return void response.writeHead(301, { location: "/page" }).end();
    if (request.url !== "/page") return void response.writeHead(404).end();
    const page = `<!doctype html><head><title>Plans &amp; notes</title><meta property="og:image" content="/cover.png"></head>`;
    response.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" }).end(gzipSync(page));
  });
  pages = open.use(server).origin;
});
afterAll(() => open.disposeAsync());

async function metadataOf(url: string, at = lobby, key?: string) {
  const token = key ?? (await at.accessToken("ada", { "*": ["*:read"] }));
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${at.server.url}/v2/c/urls/metadata?url=${encodeURIComponent(url)}`, { headers });
  return { status: response.status, ...((await response.json()) as { metadata?: unknown; error?: string }) };
}

test("users get a page's metadata", async () => {
  const metadata = { title: "Plans & notes", image: `${pages}/cover.png` };
  expect(await metadataOf(`${pages}/page`)).toEqual({ status: 200, metadata });
  expect(await metadataOf(`${pages}/moved`)).toEqual({ status: 200, metadata });
  expect(await metadataOf(`${pages}/nothing`)).toMatchObject({ status: 422, error: "PAGE_UNREACHABLE" });
  expect(await metadataOf("nonsense")).toMatchObject({ status: 422, error: "UNPROCESSABLE_ENTITY" });
  const publicKey = await metadataOf(`${pages}/page`, lobby, lobby.server.publicKey);
  expect(publicKey).toMatchObject({ status: 403, error: "USER_REQUIRED" });
});

test("a server that may call only public addresses does not read pages of its own network", async () => {
  await using strict = await openLobby({ outbound: "https" });
  for (const url of [`${pages}/page`, "https://127.0.0.1/", "https://localhost/", "https://169.254.169.254/"])
    expect(await metadataOf(url, strict)).toMatchObject({ status: 422 });
});
