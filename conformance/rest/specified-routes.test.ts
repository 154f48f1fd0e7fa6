import { readFileSync } from "node:fs";
import type { Endpoint } from "@weft/protocol";
import { endpoints } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import pendingAreas from "./pending-areas.json" with { type: "json" };

/**
 * `specified-routes.tsv` lists the routes that official SDKs and generated clients call, aliases included, with the errors
 * that they are to answer beside those of every call (`-` for none).A status of `2xx` is one that callers ignore. What is declared of a route
 * is proven by requests in `server/src/http/catalogue.test.ts`, which fails for a row that no request has proven.
 */
interface SpecifiedRoute {
  readonly area: string;
  readonly method: string;
  readonly path: string;
  readonly status: string;
  readonly errors: readonly string[];
}

const table = readFileSync(new URL("specified-routes.tsv", import.meta.url), "utf8");
const routes: readonly SpecifiedRoute[] = table
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [area, method, path, status, codes] = line.split("\t") as [string, string, string, string, string];
    return { area, method, path, status, errors: codes.split(" ").filter((code) => code !== "-") };
  });

/** Areas that are not implemented yet. Remove an area there in the change that implements it. */
const pending: ReadonlySet<string> = new Set(pendingAreas);

/** The names of path parameters are no part of a route. */
const shapeOf = (method: string, path: string) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`;
const declared = new Map(
  endpoints.map((endpoint: Endpoint) => [shapeOf(endpoint.method, endpoint.template), endpoint]),
);

function fits(specified: string, status: number): boolean {
  return specified === "2xx" ? status >= 200 && status < 300 : Number(specified) === status;
}

const title = ({ method, path }: SpecifiedRoute) => `${method} ${path}`;
const endpointOf = ({ method, path }: SpecifiedRoute) => declared.get(shapeOf(method, path));
const statusOf = (route: SpecifiedRoute) => endpointOf(route)?.status;

test("the list names every route once", () => {
  const shapes = routes.map(({ method, path }) => shapeOf(method, path));
  expect(shapes.filter((shape, n) => shapes.indexOf(shape) !== n)).toEqual([]);
  expect(routes.length).toBeGreaterThan(190);
  for (const { method, path, status } of routes) {
    expect(method).toMatch(/^(GET|POST|PUT|PATCH|DELETE)$/);
    expect(path).toMatch(/^\/v2\//);
    expect(status).toMatch(/^(2\d\d|2xx)$/);
  }
});

describe("specified routes", () => {
  const built = routes.filter(({ area }) => !pending.has(area));

  test("are declared", () => {
    expect(built.filter((route) => statusOf(route) === undefined).map(title)).toEqual([]);
  });

  test("succeed with the specified status", () => {
    const differing = built.filter((route) => {
      const status = statusOf(route);
      return status !== undefined && !fits(route.status, status);
    });
    expect(differing.map((route) => `${title(route)}: ${statusOf(route)} instead of ${route.status}`)).toEqual([]);
  });

  test("list the specified errors", () => {
    const missing = built.flatMap((route) => {
      const listed: readonly string[] = endpointOf(route)?.errors ?? [];
      return route.errors.filter((code) => !listed.includes(code)).map((code) => `${title(route)}: ${code}`);
    });
    expect(missing).toEqual([]);
  });

  test("of these areas name errors for every route that names something which may be missing", () => {
    const areas = new Set(["comments", "attachments", "feeds", "management", "webhooks of projects"]);
    const silent = built.filter(
      ({ area, path, errors }) => areas.has(area) && /\{(?!userId)\w+\}/.test(path) && errors.length === 0,
    );
    expect(silent.map(title)).toEqual([]);
  });
});

describe("pending areas", () => {
  test("are areas of the list", () => {
    const areas = new Set(routes.map(({ area }) => area));
    expect([...pending].filter((area) => !areas.has(area))).toEqual([]);
  });

  test("have no declared route: an area that is implemented is no longer pending", () => {
    const open = routes.filter(({ area }) => pending.has(area));
    const missing = open.filter((route) => statusOf(route) === undefined);
    console.info(
      `${missing.length} of ${routes.length} specified routes are missing:\n${missing.map(title).join("\n")}`,
    );
    const implemented = open.filter((route) => statusOf(route) !== undefined);
    expect(implemented.map((route) => `${route.area}: ${title(route)}`)).toEqual([]);
  });
});
