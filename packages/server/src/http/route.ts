/** Joins declared endpoints to the functions that answer them. */
import type { ProjectRecord } from "@weft/collab";
import type { Auth, Empty, Endpoint, Lines, NodeTypeKey, Octets, Returns } from "@weft/protocol";
import type { z } from "zod";
import type { Services } from "./services.ts";
import type { EnteredRoom } from "./room-caller.ts";

/** A request to an endpoint: found, admitted and checked against the declaration. */
export interface EndpointCall<
  A extends Auth = Auth,
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
> {
  readonly path: z.output<P>;
  readonly query: z.output<Q>;
  readonly body: z.output<B>;
  /** The project whose secret key was sent; undefined where none is asked for. */
  readonly project: A extends "secret" ? ProjectRecord : undefined;
  /** The room of the path, entered with the token or public key that was sent; undefined where none is asked for. */
  readonly entered: A extends "user" ? EnteredRoom : undefined;
  /** Where links to files of ours begin. */
  readonly origin: () => string;
  /** The origin of the page that calls, as its browser says; undefined where no page does. */
  readonly page: string | undefined;
  /** The spelling that the caller reads in Storage documents. */
  readonly nodeTypeKey: NodeTypeKey;
  /** Aborts when the client disconnects: nobody waits for the answer then. */
  readonly disconnected: () => AbortSignal;
}

/** An answer that is already bytes, JSON text or lines of it, in the pieces in which it is sent. */
export class Encoded {
  readonly pieces: readonly Uint8Array[];
  constructor(pieces: readonly Uint8Array[]) {
    this.pieces = pieces;
  }
}

export type EndpointAnswer<R extends Returns> = R extends Empty
  ? void
  : R extends Lines | Octets
    ? Encoded
    : R extends z.ZodType
      ? Frozen<z.input<R>> | Encoded
      : never;

const pieceBytes = 64 * 1_024;

/** What is in memory as a whole, in pieces for whoever reads slowly. */
export function encoded(bytes: Uint8Array): Encoded {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(bytes.subarray(at, at + pieceBytes));
  return new Encoded(pieces);
}

/** Handlers hand out what services gave them, and services give nothing away to be changed. */
type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

export interface Route {
  readonly endpoint: Endpoint;
  handle(call: EndpointCall, services: Services): unknown;
}

/**
 * Says how an endpoint is answered. The handler returns the answer's value, or throws a `WeftError` that the
 * endpoint lists.
 *
 * @example
 * implement(getRoom, async ({ path, project }, { rooms }) => {
 *   const room = await rooms.find(project.id, path.roomId);
 *   if (!room) throw new WeftError("ROOM_NOT_FOUND");
 *   return describeRoom(room);
 * });
 */
export function implement<
  A extends Auth,
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends Returns,
>(
  endpoint: Endpoint<A, P, Q, B, R>,
  handler: (call: EndpointCall<A, P, Q, B>, services: Services) => EndpointAnswer<R> | Promise<EndpointAnswer<R>>,
): Route {
  // The edge makes a call from the very schemas that its type was read from.
  return { endpoint: endpoint, handle: handler };
}

/** Routes of one concept, in the order of the reference. */
export function routes(...implemented: readonly Route[]): readonly Route[] {
  return implemented;
}
