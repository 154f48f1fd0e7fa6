/** Addresses that others rely on: clients print some of them in their errors, and sites link to the rest. */
import { errors } from "@weft/protocol";
import { expect, test } from "vitest";
import { examples } from "../../examples/catalogue.ts";
import { outline } from "./outline.ts";
import { framesOf } from "./page-frame.ts";
import { readPages } from "./read-pages.ts";
import { redirects } from "./redirects.ts";

const pages = readPages();

test.for([
  ...Map.groupBy(outline, (address) => address.split("/")[2] ?? "everything"),
  ["error codes", Object.keys(errors).map((code) => `/docs/errors/${code}`)],
  ["the management API", ["/docs/platform/management-api"]],
] as const)("the documentation of %s is at its addresses", ([, addresses]) => {
  expect(addresses.filter((address) => !pages.has(address) && !redirects.has(address))).toEqual([]);
});

test("guides are pages of their own, grouped in the index", () => {
  const guides = [...pages.keys()].filter((route) => route.startsWith("/docs/guides/"));
  expect(guides.length).toBeGreaterThanOrEqual(30);
  const frames = framesOf(pages);
  for (const route of guides) expect(frames.get(route)?.path[0]?.title).toBe("Guides");
});

test("about fifty guides are in the index", () => {
  const guides = [...pages.keys()].filter((route) => route.startsWith("/docs/guides/"));
  expect(guides.length).toBeGreaterThanOrEqual(50);
  const index = pages.get("/docs/guides")!.body;
  expect(guides.filter((route) => !index.includes(route))).toEqual([]);
});

test("the index has the groups of the documentation", () => {
  const frames = framesOf(pages);
  const named = new Set([...frames.values()].map(({ path }) => path[0]?.title));
  for (const name of [
    "Overview",
    "Get started",
    "Authentication",
    "Concepts",
    "Ready-made features",
    "Tools",
    "Errors",
    "API Reference",
    "Platform",
    "Tutorial",
  ])
    expect(named).toContain(name);
});

/** Headings of a page, each after the headings above it. */
function sectionsOf(address: string): string[] {
  const { body } = pages.get(address) ?? { body: "" };
  let above = "";
  return [...body.matchAll(/^(##+) (.+)$/gm)].map(([, marks, heading]) => {
    if (marks === "##") above = heading!;
    return marks === "##" ? heading! : `${above} > ${heading}`;
  });
}

test.for([
  [
    "/docs/platform/troubleshooting",
    [
      "process is not defined",
      "Stale props and batched updates",
      "Interface types and TypeScript constraints",
      "Missing atob polyfill",
      "Multiple copies loaded",
    ],
  ],
  [
    "/docs/ready-made-features/ai-copilots/troubleshooting",
    [
      "AI provider overloaded or unavailable",
      "Rate limit or quota exceeded",
      "Response exceeding the maximum token limit",
      "Model ignoring back-end knowledge",
      "additionalProperties: false is required",
    ],
  ],
  [
    "/docs/ready-made-features/comments/concepts",
    ["Threads", "Comments", "Reactions", "Attachments", "Inbox notifications"],
  ],
  ["/docs/ready-made-features/comments/metadata", ["Define metadata"]],
  ["/docs/ready-made-features/notifications/concepts", ["Inbox notifications", "Kinds", "Custom kinds", "Channels"]],
  [
    "/docs/ready-made-features/ai-copilots/copilots",
    ["Create a copilot", "System prompt", "Knowledge prompt", "Provider options"],
  ],
  [
    "/docs/ready-made-features/ai-copilots/knowledge",
    ["Knowledge of the page", "Knowledge sources", "How passages are chosen", "Errors"],
  ],
  [
    "/docs/ready-made-features/ai-copilots/tools",
    ["Define a tool", "Define a tool > Arguments", "Register a tool", "Tools that wait for the user"],
  ],
  [
    "/docs/platform/limits",
    [
      "roomId limit",
      "userId limit",
      "userInfo limit",
      "Broadcast event limit",
      "Storage limits",
      "Simultaneous connections per room",
      "Simultaneous connections per project",
      "Monthly active users",
      "Free development environment",
    ],
  ],
  [
    "/docs/platform/plans",
    ["Pro", "Enterprise", "Monthly active users", "Monthly active users > First day free", "Overage"],
  ],
  ["/docs/platform/rest-api", ["Try it", "Authentication", "Pagination", "Errors", "Rate limits", "OpenAPI file"]],
  ["/docs/platform/projects", ["API keys > Roll a key", "API keys > Reveal a key", "API keys > Allowed origins"]],
  ["/docs/platform/analytics", ["Metrics", "Time ranges", "Export", "How active users are counted"]],
  ["/docs/platform/events", ["Event log", "Event log > Live tail", "Request log", "Retention", "Export"]],
  [
    "/docs/platform/self-hosting",
    ["One command", "First account", "Requirements", "Configuration", "Production checklist"],
  ],
  [
    "/docs/platform/self-hosting/configuration",
    ["Environment variables", "Storage backends", "Email", "AI providers", "Sign-in methods", "Limits and plans"],
  ],
  ["/docs/platform/self-hosting/operations", ["Backups", "Restore", "Upgrades", "Metrics", "Logs", "Health"]],
  ["/docs/platform/self-hosting/security", ["TLS", "Secrets", "Headers and CSP", "Network", "Data erasure"]],
  [
    "/docs/tools/cli",
    ["Install", "Start a local server", "Create from an example", "Keys", "Listen for webhooks", "Inspect a room"],
  ],
  ["/docs/get-started/react-tiptap", ["Create the editor > Add comments", "Create the editor > Add a toolbar"]],
  [
    "/docs/ready-made-features/multiplayer-editing/text-editor/tiptap",
    ["Comments", "Mentions", "AI in the editor", "Server-side", "Known limits"],
  ],
  [
    "/docs/ready-made-features/ai-copilots/features",
    [
      "Chats > Chats and titles",
      "Chats > Attachments and context",
      "Answers > Streaming",
      "Answers > Offline and resume",
      "Tools > Tools with confirmation",
    ],
  ],
  [
    "/docs/api-reference/weft-client/storage",
    ["LiveObject", "LiveObject > get", "LiveObject > set", "LiveObject > delete", "LiveMap", "LiveList"],
  ],
  [
    "/docs/api-reference/weft-client/client",
    ["createClient > throttle", "createClient > lostConnectionTimeout", "createClient > backgroundKeepAliveTimeout"],
  ],
] as const)("%s has the sections that others link to", ([address, sections]) => {
  expect(sectionsOf(address)).toEqual(expect.arrayContaining([...sections]));
});

/** Words of the text that readers see, without code. */
function wordsOf(body: string): number {
  return body
    .replaceAll(/```[^]*?```/g, " ")
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word)).length;
}

test("pages of the tutorial and of errors explain what they show", () => {
  const short = [...pages]
    .filter(([route]) => route.startsWith("/docs/tutorial/") || route === "/docs/errors/RoomEvent")
    .map(([route, { body }]) => `${route}: ${wordsOf(body)} words`)
    .filter((line) => Number(/(\d+) words/.exec(line)![1]) < 150);
  expect(short).toEqual([]);
});

test("the gallery holds comments in texts and documents, on a canvas, on lines of code, in a video and on cells", () => {
  const withComments = examples.filter(({ features }) => features.includes("Comments"));
  expect(withComments.map(({ name }) => name)).toEqual([
    "text-comments",
    "canvas-comments",
    "code-review",
    "video-review",
    "pdf-annotation",
    "spreadsheet-comments",
  ]);
});

test("the gallery holds a chat with a copilot, and a copilot that edits a room", () => {
  const withCopilots = examples.filter(({ features }) => features.includes("AI"));
  expect(withCopilots.map(({ name }) => name)).toEqual([
    "ai-chat",
    "ai-board",
    "ai-writing-assistant",
    "agent-flowchart",
  ]);
});

test("the gallery holds a whiteboard and a dashboard", () => {
  expect(examples.map(({ name }) => name)).toEqual(expect.arrayContaining(["whiteboard", "dashboard"]));
});

test("the gallery holds live cursors, text editors and a to-do list", () => {
  expect(examples.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["live-cursors", "rich-text", "code-editor", "todo-list"]),
  );
});
