import { CommentBody, limits, mentionsIn, textOf } from "@weft/protocol";
import { expect, test } from "vitest";
import { slowTexts } from "../suites/doubling.ts";
import type { Reader } from "../suites/doubling.ts";
import { tidied } from "./chats/titles.ts";
import { createCursors } from "./cursor.ts";
import { descriptionOf } from "./guides/description.ts";
import { slugOf } from "./guides/slug.ts";
import { headingOf } from "./knowledge/heading.ts";
import { addressOfRefresh, robotsDirectives } from "./knowledge/page-directives.ts";
import { passagesOf, titleOf, withoutAnchors } from "./knowledge/passages.ts";
import { matches, parseRobots } from "./knowledge/robots.ts";
import { searchWords } from "./knowledge/search-words.ts";
import { normalizedAddress } from "./knowledge/web-address.ts";
import { readThreadQuery } from "./threads/thread-query.ts";
import { readRoomQuery } from "./rooms/room-query.ts";
import { domainOf } from "./teams/email-domain.ts";

const cursors = createCursors(Buffer.alloc(32));
const bodyOf = (children: readonly object[]) => {
  const { data } = CommentBody.safeParse({ version: 1, content: [{ type: "paragraph", children }] });
  return data && [mentionsIn(data), textOf(data)];
};

/** Every function that reads text from outside, with beginnings that lead into it. */
const registry: Readonly<Record<string, Reader>> = {
  "a list's cursor": { run: (text) => cursors.decode({ project: "p", list: "rooms" }, text), begin: ["", "a"] },
  "a comment's text": { run: (text) => bodyOf([{ text }]) },
  "a comment of many texts": { run: (text) => bodyOf(text.split("").map((one) => ({ text: one }))), ofLength: true },
  "a comment's link": {
    run: (text) => bodyOf([{ type: "link", url: text }]),
    begin: ["", "https://", "java\nscript:", "mailto:"],
  },
  "a comment's mentions": {
    run: (text) => bodyOf(Array.from(text, (_, n) => ({ type: "mention", kind: "user", id: `user-${n}` }))),
    ofLength: true,
  },
  "a comment's mention of a group": {
    run: (text) => bodyOf([{ type: "mention", kind: "group", id: "g", userIds: text.split("") }]),
    ofLength: true,
  },
  addressOfRefresh: { run: addressOfRefresh, begin: ["", "0;url=", "5 ; URL = '"] },
  robotsDirectives: { run: (text) => robotsDirectives(text, "Weft"), begin: ["", "weft: ", "max-snippet:"] },
  domainOf: { run: domainOf, begin: ["", "a@"] },
  passagesOf: {
    run: (text) => passagesOf({ markdown: text, title: "" }),
    begin: ["", "# ", "# a {#", "| ", "```\n", "# a](", "a\n# "],
  },
  withoutAnchors: { run: withoutAnchors, begin: ["", "# ", "# a {#", "# a "] },
  headingOf: { run: headingOf, begin: ["# ", "# a {#", "# [a](", "#"] },
  titleOf: { run: titleOf, begin: ["", "# "] },
  tidied: { run: tidied },
  descriptionOf: { run: descriptionOf, begin: ["", "```", "[a]("] },
  slugOf: { run: slugOf },
  searchWords: { run: searchWords },
  normalizedAddress: { run: normalizedAddress, begin: ["https://example.com/", "https://example.com/?"] },
  parseRobots: {
    run: (text) => parseRobots(text, "Weft", limits).allows("https://example.com/aaaaaaaa"),
    begin: ["", "User-agent: *\nDisallow: "],
  },
  "robots pattern": { run: (text) => matches(`/*${text}`, `/${text}`) },
  readRoomQuery: { run: (text) => readRoomQuery(text), begin: ["", "metadata['a']:'"] },
  readThreadQuery: { run: (text) => readThreadQuery(text, []), begin: ["", "metadata['a']:'"] },
};

test.each(Object.entries(registry))(
  "%s takes at most twice as long for twice as much text",
  (_name, reader) => expect(slowTexts(reader)).toEqual([]),
  600_000,
);
