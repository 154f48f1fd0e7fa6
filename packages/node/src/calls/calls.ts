/** What all groups of methods have in common: each method names its route, and where its parameters go. */
import { repeatable, routes } from "../http/routes.ts";
import type { PathOf, RouteName } from "../http/routes.ts";
import { bytesFrom, jsonFrom, linesFrom, nothingFrom } from "../http/transport.ts";
import type { Call, Transport } from "../http/transport.ts";

/** Options of every method. */
export interface RequestOptions {
  /** Ends the call, and the waits before it is repeated. */
  signal?: AbortSignal;
}

/** Options of every method that goes through the pages of a list. */
export interface IterationOptions extends RequestOptions {
  /** How many items are asked for at once. */
  pageSize?: number;
}

/** Where the parameters of a method go. */
export type CallParts<R extends RouteName> = Pick<Call, "query" | "body" | "bytes" | "bytesType" | "signal"> & {
  /** Whether it may be repeated, if this depends on the parameters. */
  readonly isRepeatable?: boolean;
} & (keyof PathOf<R> extends never ? unknown : { readonly path: PathOf<R> });

export abstract class Calls {
  // Private members cannot be inherited, so the property is hidden from those who print the client.
  protected readonly transport!: Transport;

  constructor(transport: Transport) {
    Object.defineProperty(this, "transport", { value: transport, enumerable: false });
  }

  /** Makes a call whose answer is JSON. */
  protected json<T, R extends RouteName>(route: R, parts: CallParts<R>): Promise<T> {
    return this.transport.send(callOf(route, parts), jsonFrom<T>);
  }

  /** Makes a call whose answer means nothing. */
  protected nothing<R extends RouteName>(route: R, parts: CallParts<R>): Promise<void> {
    return this.transport.send(callOf(route, parts), nothingFrom);
  }

  protected bytes<R extends RouteName>(route: R, parts: CallParts<R>): Promise<ArrayBuffer> {
    return this.transport.send(callOf(route, parts), bytesFrom);
  }

  protected lines<R extends RouteName>(route: R, parts: CallParts<R>): Promise<unknown[]> {
    return this.transport.send(callOf(route, parts), linesFrom);
  }
}

function callOf<R extends RouteName>(name: R, parts: CallParts<R>): Call {
  const { path = {}, query, body, bytes, bytesType, signal } = parts as CallParts<R> & Partial<Pick<Call, "path">>;
  const route = routes[name];
  const isIdempotent = !/^(?:POST|PATCH) /.test(route);
  const isRepeatable = parts.isRepeatable ?? (isIdempotent || repeatable.has(name));
  return { route, path, query, body, bytes, bytesType, signal, isRepeatable, credential: credentialOf(route) };
}

function credentialOf(route: string): Call["credential"] {
  if (route.includes(" /v2/management/")) return "management";
  return /\/public\/authorize$|\/openapi\.json$/.test(route) ? "none" : "secret";
}
