import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DocsPassage } from "@weft/protocol";
import { expect, test } from "vitest";
import { createDocumentation } from "./documentation.ts";

function passage(url: string, title: string, text: string, ...headings: string[]): DocsPassage {
  return { url, title, headings, text };
}

async function documentationOf(passages: readonly DocsPassage[] | undefined) {
  const folder = await mkdtemp(join(tmpdir(), "weft-docs-"));
  await mkdir(join(folder, "docs"));
  if (passages !== undefined) await writeFile(join(folder, "docs", "passages.json"), JSON.stringify(passages));
  return {
    documentation: createDocumentation({ folder }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

const pages = [
  passage("/docs/rooms", "Rooms", "A room holds people and their shared state."),
  passage("/docs/webhooks", "Webhooks", "Your server is called when something happens."),
  passage("/docs/webhooks#replay", "Webhooks", "Failed messages can be sent again.", "Replay a delivery"),
  passage("/docs/limits", "Limits", "A room has at most 100 webhooks, and each has a limit."),
];
const urls = (found: readonly { readonly url?: string }[]) => found.map(({ url }) => url);

test("titles and headings count more than text, and words may be cut or misspelt", async () => {
  await using opened = await documentationOf(pages);
  const { documentation } = opened;
  expect(urls(await documentation.search(["webhooks"]))[0]).toBe("/docs/webhooks");
  expect(urls(await documentation.search(["How do I replay a delivery?"]))[0]).toBe("/docs/webhooks#replay");
  expect(urls(await documentation.search(["webhoks"]))).toContain("/docs/webhooks");
  expect(urls(await documentation.search(["repl"]))).toEqual(["/docs/webhooks#replay"]);
  expect(await documentation.search(["how is it to be of the"])).toEqual([]);
});

test("several queries find together, each passage once, and no page takes more than three places", async () => {
  const long = Array.from({ length: 12 }, (_, at) => passage(`/docs/long#${at}`, "Long", `Thread number ${at}.`));
  await using opened = await documentationOf([...pages, ...long]);
  const found = await opened.documentation.search(["thread", "threads number", "room"]);
  expect(urls(found).filter((url) => url!.startsWith("/docs/long"))).toHaveLength(3);
  expect(urls(found)).toContain("/docs/rooms");
  expect(new Set(urls(found)).size).toBe(found.length);
  expect(found[0]).not.toHaveProperty("score");
});

test("a server without a built site knows nothing", async () => {
  await using opened = await documentationOf(undefined);
  expect(await opened.documentation.isEmpty()).toBe(true);
  expect(await opened.documentation.search(["rooms"])).toEqual([]);
});
