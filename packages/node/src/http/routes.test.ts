/** The table of routes and the methods, against the declared endpoints. */
import { endpoints } from "@weft/protocol";
import type { Endpoint } from "@weft/protocol";
import { expect, test } from "vitest";
import { Weft } from "../weft.ts";
import { repeatable, routes } from "./routes.ts";
import type { RouteName } from "./routes.ts";

/** Endpoints for back ends. The others are for clients of users, and for the site. */
const declared = endpoints.filter(({ auth }) => auth !== "user" && auth !== "personal" && auth !== "session");
const routed = Object.entries(routes) as [RouteName, string][];

/** Older spellings of a path, and the one that the client uses. */
const olderSpellings: Readonly<Record<string, string>> = {
  "GET /v2/rooms/{roomId}/active_users": "GET /v2/rooms/{roomId}/active-users",
  "POST /v2/rooms/{roomId}/broadcast_event": "POST /v2/rooms/{roomId}/broadcast-event",
  "POST /v2/rooms/{roomId}/version": "POST /v2/rooms/{roomId}/versions",
  "GET /v2/rooms/{roomId}/version/{versionId}": "GET /v2/rooms/{roomId}/versions/{versionId}/yjs",
  ...Object.fromEntries(
    ["GET", "POST", "DELETE"].map((method) => [
      `${method} /v2/rooms/{roomId}/users/{userId}/notification-settings`,
      `${method} /v2/rooms/{roomId}/users/{userId}/subscription-settings`,
    ]),
  ),
};

test("[ND1] every endpoint for back ends has a method, and every method an endpoint", () => {
  const served = new Set<string>(Object.values(routes));
  expect(declared.map(({ route }) => route).filter((route) => !served.has(olderSpellings[route] ?? route))).toEqual([]);
  const known = new Set<string>(declared.map(({ route }) => route));
  expect(routed.filter(([, route]) => !known.has(route))).toEqual([]);
  expect(served.size).toBe(routed.length);
  for (const [name] of routed) expect(Weft.prototype).toHaveProperty([name.split(".")[0]!], expect.any(Function));
});

test("[ND1] an older spelling of a path takes and answers the same as the one that the client uses", () => {
  for (const [older, newer] of Object.entries(olderSpellings)) {
    const [one, other] = [endpointOf(older), endpointOf(newer)];
    expect(one.query, older).toBe(other.query);
    expect(one.body, older).toBe(other.body);
    expect(shapeOf(one), older).toBe(shapeOf(other));
  }
});

test("[ND10] what is repeated although its HTTP method is not idempotent is a route of the table", () => {
  for (const name of repeatable) expect(routes[name]).toMatch(/^(?:POST|PATCH) /);
});

function endpointOf(route: string): Endpoint {
  return declared.find((endpoint) => endpoint.route === route)!;
}

function shapeOf({ returns }: Endpoint): string {
  return JSON.stringify("_zod" in returns ? returns.toJSONSchema({ io: "input", unrepresentable: "any" }) : returns);
}
