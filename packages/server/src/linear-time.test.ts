import { adversarialTexts, growthBeyondLinear } from "@weft/collab/suites/doubling.ts";
import { expect, test } from "vitest";
import { readSitemap } from "./extraction/read-sitemap.ts";
import type { ExtractionBounds } from "./extraction/messages.ts";
import { decodePage } from "./url-metadata/page-text.ts";
import { readPageMetadata } from "./url-metadata/page-metadata.ts";

const bounds = { text: 1e7, sitemap: 1e7, links: 5_000, unpacked: 1e7 } as ExtractionBounds;

/** Every function that reads text from outside, with beginnings that lead into it. */
const registry: Readonly<
  Record<string, { readonly run: (text: string) => unknown; readonly begin?: readonly string[] }>
> = {
  "Content-Type": { run: (text) => decodePage(new Uint8Array(), text), begin: ["", "text/html; charset=", "charset"] },
  decodePage: { run: (text) => decodePage(Buffer.from(text)), begin: ["", "<meta "] },
  readSitemap: {
    run: (text) => readSitemap(Buffer.from(text), bounds),
    begin: ["", "<urlset><url><loc>", "https://a.b/"],
  },
  readPageMetadata: {
    run: (text) => [...readPageMetadata(text, "https://example.com")],
    begin: ["", "<title>", "<meta content=", "<link rel="],
  },
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
