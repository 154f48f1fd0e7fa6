/** What people type, and what comes first: over the real documentation, from three places of the site. */
import { expect, test } from "vitest";
import { readPages } from "../docs/catalogue/read-pages.ts";
import { staticFiles } from "../docs/catalogue/static-files.ts";
import { destinations } from "./destinations.ts";
import { find } from "./find.ts";
import { kindOf } from "./kind.ts";
import { roomItems } from "./room-items.ts";
import { routeParams } from "./route-params.ts";
import { answers, placeOfBest } from "./options.ts";
import { openDocsIndex, resultLimit } from "./search.ts";
import type { DocsRecord, SearchItem } from "./search-item.ts";
import { accounts, pathnames } from "./worked-examples.fixture.ts";

const files = staticFiles(readPages(), { addresses: [] });
const { records } = JSON.parse(files.get("docs/search-index.json")!) as { records: string };
const docs = openDocsIndex(JSON.parse(files.get(records.slice(1))!) as DocsRecord[]);

function search(query: string, place: keyof typeof pathnames, rooms: readonly string[] = []) {
  const params = routeParams(pathnames[place]);
  const surroundings = { params, accounts, destinations, signedIn: true, rooms: roomItems(rooms, params) };
  return find(query, surroundings, docs);
}

/** The result that the dialog highlights. */
function firstOf(query: string, place: keyof typeof pathnames, rooms: readonly string[] = []): SearchItem | undefined {
  const results = search(query, place, rooms);
  const groups = answers(results, { limit: resultLimit, docs: "ready", signedIn: true });
  const option = groups.flatMap(({ options }) => options)[placeOfBest(groups, results.best)];
  return option?.kind === "item" ? (option.item as SearchItem) : undefined;
}

const project = "/dashboard/team_acme/projects/proj_whiteboard";
const team = "/dashboard/team_acme";
const rest = "/docs/api-reference/rest-api-endpoints";
const features = "/docs/ready-made-features";

test.for([
  // Destinations, from a project and from a team.
  ["key", "project", `${project}/api-keys`],
  ["api keys", "project", `${project}/api-keys`],
  ["webhook", "project", `${project}/webhooks`],
  ["notifications", "project", `${project}/notifications`],
  ["rooms", "project", `${project}/rooms`],
  ["comments", "project", `${project}/threads`],
  ["ai", "project", `${project}/copilots`],
  ["analytics", "project", `${project}/analytics`],
  ["logs", "project", `${project}/logs`],
  ["settings", "project", `${project}/settings`],
  ["quick", "project", `${project}/quickstart`],
  ["usage", "team", `${team}/settings/billing`],
  ["billing", "team", `${team}/settings/billing`],
  ["members", "team", `${team}/members`],
  ["settings", "team", `${team}/settings`],
  ["white", "docs", project],
  ["acme", "docs", team],
  // Actions.
  ["copy key", "project", `${project}/api-keys`],
  ["create project", "team", `${team}?dialog=create-project`],
  ["invite", "team", `${team}/members?dialog=invite`],
  ["sign out", "docs", "/sign-out"],
  ["dark mode", "docs", "#"],
  ["theme", "docs", "#"],
  // Pages outside the documentation.
  ["pricing", "docs", "/pricing"],
  ["changelog", "docs", "/changelog"],
  ["blog", "docs", "/blog"],
  ["status", "docs", "/status"],
  ["privacy", "docs", "/legal/privacy"],
  ["live cursors", "docs", "/examples/live-cursors"],
  ["to-do list", "docs", "/examples/todo-list"],
  ["examples", "docs", "/examples"],
  // Subjects.
  ["webhook", "docs", "/docs/platform/webhooks"],
  ["comments", "docs", `${features}/comments`],
  ["notifications", "docs", `${features}/notifications`],
  ["ai", "docs", `${features}/ai-copilots`],
  ["presence", "docs", `${features}/presence`],
  ["storage", "docs", `${features}/multiplayer-editing/sync-engine/weft-storage`],
  ["yjs", "docs", `${features}/multiplayer-editing/sync-engine/weft-yjs`],
  ["tiptap", "docs", `${features}/multiplayer-editing/text-editor/tiptap`],
  ["authentication", "docs", "/docs/authentication"],
  ["access token", "docs", "/docs/authentication/access-token"],
  ["room", "docs", "/docs/rooms"],
  ["limits", "docs", "/docs/platform/limits"],
  ["mau", "docs", "/docs/platform/limits#monthly-active-users"],
  ["self host", "docs", "/docs/platform/self-hosting"],
  ["configuration", "docs", "/docs/platform/self-hosting/configuration"],
  ["tutorial", "docs", "/docs/tutorial/react/getting-started/welcome"],
  // Frameworks.
  ["react", "docs", "/docs/get-started/react"],
  ["nextjs", "docs", "/docs/get-started/nextjs"],
  ["next.js", "docs", "/docs/get-started/nextjs"],
  ["svelte", "docs", "/docs/get-started/svelte"],
  ["vue", "docs", "/docs/get-started/vuejs"],
  // The reference.
  ["weft/react", "docs", "/docs/api-reference/weft-react"],
  ["useOthers", "docs", "/docs/api-reference/weft-react/presence#useothers"],
  ["usestorage", "docs", "/docs/api-reference/weft-react/storage#usestorage"],
  ["RoomProvider", "docs", "/docs/api-reference/weft-react/providers#roomprovider"],
  ["createClient", "docs", "/docs/api-reference/weft-client/client#createclient"],
  ["@liveblocks/react", "docs", "/docs/api-reference/weft-react"],
  ["weft testing", "docs", "/docs/api-reference/weft-testing"],
  ["developer tools", "docs", "/docs/tools/devtools"],
  ["flushed", "docs", "/docs/api-reference/weft-client/room-storage#flushed"],
  ["WriteReceipt", "docs", "/docs/api-reference/weft-client/exports#export-WriteReceipt"],
  ["POST /rooms", "docs", `${rest}/rooms#create-room`],
  ["GET /rooms", "docs", `${rest}/rooms#list-rooms`],
  ["DELETE /v2/rooms/:roomId", "docs", `${rest}/rooms#delete-room`],
  ["rename room", "docs", `${rest}/rooms#update-room-id`],
  ["prewarm room", "docs", `${rest}/rooms#prewarm-room`],
  ["ROOM_NOT_FOUND", "docs", "/docs/errors/ROOM_NOT_FOUND"],
  // Typing errors.
  ["romprovider", "docs", "/docs/api-reference/weft-react/providers#roomprovider"],
] as const)("%s in %s leads to %s first", ([query, place, href]) => {
  expect(firstOf(query, place)?.href).toBe(href);
});

test("a question is answered by the words that carry its meaning", () => {
  expect(firstOf("how do I add cursors", "docs")?.title).toBe("Add live cursors");
  expect(firstOf("how do I verify a webhook", "docs")?.href).toBe("/docs/guides/verifying-webhooks");
});

test("a room is found by the start of its id, in its project", () => {
  const { groups } = search("planning", "project", ["planning-board"]);
  const rooms = groups.flatMap(({ items }) => items).filter((item) => kindOf(item) === "Room");
  expect(rooms.map(({ title, href }) => [title, href])).toEqual([
    ["planning-board", `${project}/rooms/planning-board`],
  ]);
  expect(firstOf("planning", "project", ["planning-board"])?.title).toBe("planning-board");
});

test("letters inside words do not match if a whole word does", () => {
  const titles = search("white", "docs").groups.flatMap(({ items }) => items.map(({ title }) => title));
  expect(titles).not.toContain("Write little");
  expect(search("pricing", "docs").groups.flatMap(({ items }) => items.map(({ href }) => href))).not.toContain(
    "/docs/guides/writing-to-a-ydoc-over-http",
  );
});

test.for(["room", "rooms", "webhook", "comments", "notifications", "storage", "presence", "users", "threads", "ai"])(
  "%s shows the API Reference above all other groups",
  (query) => {
    for (const place of ["docs", "team", "project"] as const) {
      const { groups } = search(query, place);
      expect([place, groups[0]?.name]).toEqual([place, "API Reference"]);
      expect(groups.flatMap(({ items }) => items)).toHaveLength(5);
    }
  },
);

test("the best matches come after the API Reference, and five results are shown", () => {
  const { groups, total } = search("storage", "docs");
  expect(groups.map(({ name }) => name).slice(0, 2)).toEqual(["API Reference", "Best matches"]);
  expect(groups.flatMap(({ items }) => items)).toHaveLength(5);
  expect(total).toBeGreaterThan(20);
});

test("a query that starts no word of the site has no results", () => {
  expect(search("zzzzqq", "docs")).toEqual({ groups: [], total: 0, best: undefined });
});

test("results show their kind, and pages an excerpt", () => {
  for (const [query, kind] of [
    ["key", "Dashboard"],
    ["copy key", "Action"],
    ["live cursors", "Example"],
    ["RoomProvider", "Reference"],
    ["read only viewers", "Guide"],
    ["ROOM_NOT_FOUND", "Error"],
    ["presence", "Page"],
    ["mau", "Section"],
  ] as const) {
    const first = firstOf(query, kind === "Dashboard" || kind === "Action" ? "project" : "docs");
    expect([query, first && kindOf(first)]).toEqual([query, kind]);
  }
  const pages = docs.items.filter(({ href }) => !href.includes("#"));
  expect(pages.filter(({ excerpt }) => excerpt === undefined || excerpt === "")).toEqual([]);
});

test("signed out, only the documentation is searched", () => {
  for (const [query, href] of [
    ["get started", "/docs/get-started"],
    ["presence", `${features}/presence`],
  ] as const) {
    const { groups } = find(query, { params: {}, accounts: [], destinations }, docs);
    expect(groups.flatMap(({ items }) => items.map((item) => item.href))).toContain(href);
  }
  for (const query of ["members", "api keys", "billing", "create team", "account settings"]) {
    const { groups } = find(query, { params: {}, accounts: [], destinations }, docs);
    const addresses = groups.flatMap(({ items }) => items.map((item) => item.href));
    expect(addresses.filter((address) => address.startsWith("/dashboard"))).toEqual([]);
  }
});

test("signed out, actions are to sign in or up and to choose a theme", () => {
  const { groups } = find("sign", { params: {}, accounts: [], destinations }, docs);
  const best = groups.find(({ name }) => name === "Best matches");
  expect(best?.items.map(({ title }) => title)).toEqual(expect.arrayContaining(["Sign in", "Sign up"]));
  expect(groups.flatMap(({ items }) => items.map(({ title }) => title))).not.toContain("Sign out");
});
