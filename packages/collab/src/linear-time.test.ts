import { limits } from "@weft/protocol";
import { expect, test } from "vitest";
import { adversarialTexts, growthBeyondLinear } from "../suites/doubling.ts";
import { tidied } from "./chats/titles.ts";
import { descriptionOf } from "./guides/description.ts";
import { slugOf } from "./guides/slug.ts";
import { headingOf } from "./knowledge/heading.ts";
import { passagesOf, titleOf, withoutAnchors } from "./knowledge/passages.ts";
import { matches, parseRobots } from "./knowledge/robots.ts";
import { searchWords } from "./knowledge/search-words.ts";
import { normalizedAddress } from "./knowledge/web-address.ts";
import { readThreadQuery } from "./query/thread-query.ts";
import { readRoomQuery } from "./query/room-query.ts";

/** Every function that reads text from outside, with beginnings that lead into it. */
const registry: Readonly<
  Record<string, { readonly run: (text: string) => unknown; readonly begin?: readonly string[] }>
> = {
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

// Long: with longer texts.
const longest = process.env["WEFT_RUNS"] === undefined ? 8_192 : 524_288;

test.each(Object.entries(registry))(
  "%s takes at most twice as long for twice as much text",
  (_name, { run, begin = [""] }) => {
    const slow = begin.flatMap((prefix) =>
      [...adversarialTexts(prefix)].flatMap(({ name, of }) => {
        const growth = growthBeyondLinear(run, of, { longest });
        return growth === undefined ? [] : [`${name}: ${growth}`];
      }),
    );
    expect(slow).toEqual([]);
  },
  600_000,
);
