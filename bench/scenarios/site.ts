import type { Scenario } from "../scenario.ts";
import { runLoad } from "../servers.ts";

const KiB = 1_024;

/** First visits of pages, by a processor four times slower than this one, over loopback. */
const page = (name: string, path: string, title: string): Scenario => ({
  name: `site-${name}`,
  title,
  figures: [
    { key: "lcpMs", label: "largest contentful paint", unit: "ms", target: { of: "value", atMost: 1_500 } },
    { key: "cls", label: "layout shift", unit: "", target: { of: "value", atMost: 0.02 } },
    // `npm run check:site` limits what a page needs to hydrate; this also includes what loads automatically afterwards.
    { key: "scriptKiB", label: "JavaScript sent", unit: "KiB" },
  ],
  async measure(subject) {
    const url = `http://127.0.0.1:${subject.server.port}${path}`;
    const { scriptBytes, ...measured } = await runLoad("page", { url, slowdown: 4 });
    return { ...measured, scriptKiB: scriptBytes / KiB };
  },
});

export const siteScenarios: readonly Scenario[] = [
  page("docs", "/docs/get-started/react", "Somebody opens a page of the documentation for the first time"),
  page("reference", "/docs/api-reference/rest-api-endpoints", "Somebody opens the longest page of the documentation"),
  page("home", "/", "Somebody comes to the site for the first time"),
];
