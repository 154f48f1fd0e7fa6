import { expect, test } from "vitest";
import { destinations } from "./destinations.ts";
import { routeParams } from "./route-params.ts";
import { suggestions } from "./suggestions.ts";
import type { Visitor } from "./suggestions.ts";
import { accounts, pathnames } from "./worked-examples.fixture.ts";

const signedOut: Visitor = { signedIn: false, lastTeamId: null };
const signedIn: Visitor = { signedIn: true, lastTeamId: "team_bolt" };

function suggest(pathname: string, visitor: Visitor, known = accounts): string[] {
  const surroundings = { params: routeParams(pathname), accounts: known, destinations };
  return suggestions(surroundings, visitor).map(({ title, path }) => `${title} (${path.join(", ")})`);
}

test("on a project: its overview, rooms and keys", () => {
  expect(suggest(pathnames.project, signedIn)).toEqual([
    "Overview (Whiteboard)",
    "Rooms (Whiteboard)",
    "API keys (Whiteboard)",
  ]);
});

test("on a team: its projects, members and billing", () => {
  expect(suggest(pathnames.team, signedIn)).toEqual(["Projects (Acme)", "Members (Acme)", "Billing (Acme)"]);
});

test("elsewhere, signed in: the last team's projects, then the docs", () => {
  const docs = ["Get started (Get started)", "Examples (Examples)"];
  expect(suggest("/docs", signedIn)).toEqual(["Projects (Boltworks)", ...docs]);
  expect(suggest("/docs", { signedIn: true, lastTeamId: null })).toEqual(["Projects (Acme)", ...docs]);
  expect(suggest("/docs", { signedIn: true, lastTeamId: null }, [])).toEqual(["Projects (Dashboard)", ...docs]);
});

test("signed out: only the docs", () => {
  expect(suggest("/", signedOut)).toEqual([
    "Get started (Get started)",
    "How Weft works (Concepts)",
    "Examples (Examples)",
  ]);
});
