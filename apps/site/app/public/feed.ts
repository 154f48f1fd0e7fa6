import { readChangelog, readPosts } from "./written.server.tsx";

// Feeds need absolute URLs, so the build accepts the site's origin.
const origin = process.env["WEFT_SITE_URL"] ?? "http://localhost:7070";

/** `/rss.xml`: the changelog and the blog, newest first. */
export function loader() {
  const changes = readChangelog().map(({ title, href, date, summary }) => ({ title, href, date, text: summary }));
  const posts = readPosts().map(({ title, href, date, excerpt }) => ({ title, href, date, text: excerpt }));
  const items = [...changes, ...posts]
    .toSorted((a, b) => b.date.localeCompare(a.date))
    .map(({ title, href, date, text }) =>
      [
        "    <item>",
        `      <title>${escape(title)}</title>`,
        `      <link>${origin}${href}</link>`,
        `      <guid>${origin}${href}</guid>`,
        `      <pubDate>${new Date(date).toUTCString()}</pubDate>`,
        `      <description>${escape(text)}</description>`,
        "    </item>",
      ].join("\n"),
    );
  const xml = [
    `<?xml version="1.0" encoding="utf-8"?>`,
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">`,
    "  <channel>",
    "    <title>Weft</title>",
    `    <link>${origin}/changelog</link>`,
    `    <atom:link href="${origin}/rss.xml" rel="self" type="application/rss+xml" />`,
    "    <description>What changed in Weft, and what is written about it.</description>",
    "    <language>en</language>",
    ...items,
    "  </channel>",
    "</rss>",
    "",
  ].join("\n");
  return new Response(xml, { headers: { "Content-Type": "application/rss+xml; charset=utf-8" } });
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
