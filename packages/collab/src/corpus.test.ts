/** The readers of texts of others, over the corpus of scripts, halves of characters, file names and files that lie. */
import { isStorable, limits, WeftError } from "@weft/protocol";
import { fileNames, loneSurrogates, lyingFiles, texts } from "@weft/testkit/corpus";
import { parse } from "content-disposition";
import { expect, test } from "vitest";
import { tidied } from "./chats/titles.ts";
import { descriptionOf } from "./guides/description.ts";
import { slugOf } from "./guides/slug.ts";
import { headingOf } from "./knowledge/heading.ts";
import { addressOfRefresh, robotsDirectives } from "./knowledge/page-directives.ts";
import { passagesOf, titleOf, withoutAnchors } from "./knowledge/passages.ts";
import { parseRobots } from "./knowledge/robots.ts";
import { searchWords } from "./knowledge/search-words.ts";
import { linkIdOf, normalizedAddress } from "./knowledge/web-address.ts";
import { readInboxQuery } from "./notifications/inbox-query.ts";
import { readProjectQuery } from "./projects/project-query.ts";
import { readRoomQuery } from "./rooms/room-query.ts";
import { readThreadQuery } from "./threads/thread-query.ts";
import { servedAs } from "./uploads/served-as.ts";
import { sniffImage } from "./uploads/sniff.ts";

const sentences = texts.map(({ text }) => text);
const everyText = [...sentences, ...loneSurrogates, ...fileNames];

test.each(everyText)("a query finds the value %j as a client quotes it", (text) => {
  const value = JSON.stringify(text);
  expect(readRoomQuery(`metadata[${value}]:${value}`).metadata).toEqual([[text, text]]);
  expect(readRoomQuery(`roomId^${value}`).idPrefixes).toEqual([text]);
  expect(readThreadQuery(`metadata["k"]:${value}`, []).metadata).toMatchObject([{ value: text }]);
  expect(readProjectQuery(`name:${value}`).names).toEqual([text]);
  expect(readInboxQuery(`roomId:${value}`)).toEqual(isStorable(text) ? { room: text } : undefined);
});

test.each(everyText)(
  "a query of %j without quotes is refused with where it went wrong, in well-formed text",
  (text) => {
    for (const query of [text, `roomId:${text}`, `roomId:"a" ${text}`]) {
      const message = messageOf(() => readRoomQuery(query));
      // Blanks and letters may make a query; it never fails in another way.
      if (message !== undefined) expect(message).toMatch(/ \(at \d+:\d+\)$/u);
      expect(message?.isWellFormed() ?? true).toBe(true);
    }
  },
);

test.each(everyText)("robots.txt, directives of robots and addresses may hold %j", (text) => {
  const robots = parseRobots(
    `User-agent: ${text}\nDisallow: /\nUser-agent: *\nDisallow: /private\nAllow: /${text}\n`,
    "Weft",
    limits,
  );
  expect(robots.allows("https://example.com/open")).toBe(true);
  expect(robots.allows("https://example.com/private")).toBe(false);
  expect(robotsDirectives(`${text}: noindex, nofollow`, "Weft")).toEqual(
    robotsDirectives("other: noindex, nofollow", "Weft"),
  );
  expect(addressOfRefresh(text)).toBeUndefined();
  const address = normalizedAddress(`/${encodeURIComponent(text.toWellFormed())}`, "https://example.com/");
  expect(normalizedAddress(address!)).toBe(address);
  expect(linkIdOf(address!)).toMatch(/^kl_/u);
});

test.each(everyText)("headings, passages, titles and slugs are made of %j", (text) => {
  const line = text.replaceAll(/[\r\n\u0085\u2028\u2029]+/gu, " ").trim();
  const markdown = `# ${line}\n\n${text}\n`;
  expect(headingOf(`# ${line}`)).toBeDefined();
  const passages = passagesOf({ markdown, title: "" });
  expect(passages.length).toBeGreaterThan(0);
  if (text.isWellFormed())
    for (const read of [
      titleOf(markdown),
      withoutAnchors(markdown),
      descriptionOf(markdown),
      tidied(text),
      slugOf(text),
    ])
      expect(read.isWellFormed()).toBe(true);
  expect(searchWords(text).every((word) => word !== "")).toBe(true);
});

test.each(fileNames)("a file called %j is saved under its name, in one header of Latin letters", (name) => {
  const { disposition } = servedAs({ name, mimeType: "text/plain", image: undefined });
  expect(disposition).toMatch(/^attachment; [\x20-\x7e]+$/u);
  expect(parse(disposition).parameters["filename"]).toBe(name.replaceAll(/[/\\]/gu, "_"));
});

test.each(loneSurrogates)("a file called %j is served, though it cannot be stored under that name", (name) => {
  expect(servedAs({ name, mimeType: "text/plain", image: undefined }).disposition).toMatch(/^attachment/u);
});

test.for(lyingFiles)("$about is an image only where its bytes are one", async ({ bytes, is }) => {
  expect((await sniffImage(bytes)) !== undefined).toBe(is === "image");
});

function messageOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (!(error instanceof WeftError)) throw error;
    expect(error.code).toBe("INVALID_QUERY");
    return error.message;
  }
}
