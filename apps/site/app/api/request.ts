import type { InternalRoutes } from "@weft/protocol";
import { send } from "./send.ts";

/** A route of the site's own API, as its declaration spells it: `GET /internal/me`. */
export type Route = keyof InternalRoutes;
/** What a route answers. */
export type Answer<R extends Route> = InternalRoutes[R]["returns"];

type Part<R extends Route, K extends "path" | "query" | "body"> = Exclude<InternalRoutes[R][K], undefined>;
/** A part that may be left out when all that is in it may be, and that must be when there is none. */
type Member<K extends string, P> = [P] extends [never]
  ? { [N in K]?: undefined }
  : {} extends P
    ? { [N in K]?: P }
    : { [N in K]: P };

export type RequestParts<R extends Route> = Member<"path", Part<R, "path">> &
  Member<"query", Part<R, "query">> &
  Member<"body", Part<R, "body">> & { signal?: AbortSignal | undefined };

type Arguments<R extends Route> = {} extends RequestParts<R> ? [parts?: RequestParts<R>] : [parts: RequestParts<R>];

/**
 * Calls the site's own API, typed by its declarations. Throws `RequestFailed` when the answer is not OK.
 *
 * @example
 * const { user } = await request("GET /internal/me");
 * await request("PATCH /internal/teams/{teamId}", { path: { teamId }, body: { name } });
 */
export async function request<R extends Route>(route: R, ...[parts]: Arguments<R>): Promise<Answer<R>> {
  const space = route.indexOf(" ");
  const { path, query, body, signal } = (parts ?? {}) as {
    path?: Record<string, string>;
    query?: Record<string, unknown>;
    body?: unknown;
    signal?: AbortSignal;
  };
  const address = route
    .slice(space + 1)
    .replace(/\{(\w+)\}/gu, (_, name: string) => encodeURIComponent(path?.[name] ?? ""));
  return (await send(route.slice(0, space), address, { query, body, signal })) as Answer<R>;
}
