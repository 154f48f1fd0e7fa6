import compatibility from "../../../content/compatibility.json" with { type: "json" };
import type { PrintedPage } from "../catalogue/page.ts";

/** The address of the page about what works for applications of the official SDKs. */
export const liveblocksRoute = "/docs/concepts/coming-from-liveblocks";

/** Areas of the list of routes, as readers know them. */
const areas: Readonly<Record<string, { readonly title: string }>> = {
  rooms: { title: "Rooms and permissions" },
  storage: { title: "Storage" },
  "storage files": { title: "Files in Storage" },
  documents: { title: "Yjs documents" },
  "text editors": { title: "Text editors" },
  versions: { title: "Version history" },
  comments: { title: "Threads and comments" },
  attachments: { title: "Comment attachments" },
  "text mentions": { title: "Text mentions" },
  inbox: { title: "Notifications" },
  "subscription settings": { title: "Subscription settings" },
  groups: { title: "Groups" },
  ai: { title: "AI copilots and knowledge" },
  "contextual prompt": { title: "Contextual prompts" },
  feeds: { title: "Feeds" },
  tokens: { title: "Access and ID tokens" },
  urls: { title: "URL metadata" },
  management: { title: "Management API: projects" },
  "webhooks of projects": { title: "Management API: webhooks" },
  "messages by HTTP": { title: "Realtime messages over HTTP instead of a WebSocket" },
};

/** What works for applications of the official SDKs, from the lists that the conformance tests hold. */
export function liveblocksPage(): PrintedPage {
  const { packages, hooks, areas: tested, missing } = compatibility;
  const routes = tested.filter(({ works }) => works).reduce((sum, area) => sum + area.routes, 0);
  const client = packages.find(({ name }) => name === "@liveblocks/client")!;
  const gaps = [
    ...tested.filter(({ works }) => !works).map(({ name }) => ({ feature: titleOf(name), says: titleOf(name) })),
    ...missing,
  ];
  return {
    route: liveblocksRoute,
    title: "Coming from Liveblocks: what works",
    description: "Which Liveblocks packages, hooks and API routes work with a Weft server, and what is missing.",
    keywords: [
      "liveblocks",
      "migrate",
      "migration",
      "switch",
      "compatibility",
      "alternative",
      "compare",
      "self-hosted",
    ],
    related: ["/docs/concepts/why-weft", "/docs/get-started/self-hosted", "/docs/concepts/how-weft-works"],
    order: 3,
    body: [
      `Weft speaks the wire protocol of the Liveblocks SDKs. Keep your packages and your components, and point them at your own server. The lists on this page are generated from the tests that run the published packages, version ${client.version} of the client, against a Weft server.`,
      "",
      "## Change one option",
      "",
      '```tsx title="app.tsx" fragment',
      'import { LiveblocksProvider } from "@liveblocks/react";',
      "",
      "<LiveblocksProvider",
      '  baseUrl="{{SERVER_URL}}" // [!code ++]',
      '  publicApiKey="{{PUBLIC_KEY}}"',
      ">",
      "  {children}",
      "</LiveblocksProvider>;",
      "```",
      "",
      "`createClient` and the `Liveblocks` class of `@liveblocks/node` take the same option. Keys and tokens are issued by your server: create a project in its [dashboard](/dashboard) and replace the keys in your environment.",
      "",
      "## Packages",
      "",
      "| Package | Tested version |",
      "| --- | --- |",
      ...packages.map(({ name, version }) => `| \`${name}\` | ${version} |`),
      "",
      "## API routes",
      "",
      `${routes} routes of the REST and client APIs return the status codes, fields and errors that the SDKs expect.`,
      "",
      "| Area | Routes | Status |",
      "| --- | --: | --- |",
      ...tested.map(
        ({ name, routes: count, works }) => `| ${titleOf(name)} | ${count} | ${works ? "Works" : "Not yet"} |`,
      ),
      "",
      "## React hooks",
      "",
      `All ${hooks.length} hooks that \`@liveblocks/react\` exports work without changes:`,
      "",
      `${hooks.map((hook) => `\`${hook}\``).join(", ")}.`,
      "",
      "## Not available yet",
      "",
      ...(gaps.length === 0
        ? ["No required features are missing."]
        : [
            "| Feature | What is missing |",
            "| --- | --- |",
            ...gaps.map(({ feature, says }) => `| ${capitalised(feature)} | ${capitalised(says)} |`),
          ]),
      "",
      "## What changes for you",
      "",
      "- **Hosting.** You run the server: one process with an embedded database or your PostgreSQL. See [Self-hosting](/docs/platform/self-hosting).",
      "- **Durability.** An edit is acknowledged after it is written to disk, so a crash doesn't lose acknowledged edits.",
      "- **Limits.** There are no plans to buy. The operator sets the [limits](/docs/platform/limits) of the server.",
      "- **Webhooks.** Payloads and signatures are the same. Endpoints are configured in the dashboard of your server. See [Webhooks](/docs/platform/webhooks).",
      "",
    ].join("\n"),
  };
}

function titleOf(area: string): string {
  return areas[area]?.title ?? capitalised(area);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
