/** Binds declared endpoints to their handlers. */
import type { ManagementCaller, ProjectRecord } from "@weft/collab";
import type { Auth, Empty, Endpoint, Lines, NodeTypeKey, Octets, Returns } from "@weft/protocol";
import type { z } from "zod";
import type { Services } from "./services.ts";
import type { EnteredRoom, PersonalCaller } from "./room-caller.ts";

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
  /** The bytes of the body; undefined for a request without one. */
  readonly sent: Buffer | undefined;
  /** The project of the secret key; undefined if the endpoint requires none. */
  readonly project: A extends "secret" ? ProjectRecord : undefined;
  /** The room of the path, entered with the caller's token or public key; undefined if the endpoint requires none. */
  readonly entered: A extends "user" ? EnteredRoom : undefined;
  /** The user of the token; undefined if the endpoint requires none outside a room. */
  readonly person: A extends "personal" ? PersonalCaller : undefined;
  /** The program of the management token; undefined if the endpoint requires none. */
  readonly program: A extends "management" ? ManagementCaller : undefined;
  /** The account of the member whose dashboard makes the call; undefined for a caller with a secret key. */
  readonly member?: string | undefined;
  /** The origin of links to files on this server. */
  readonly origin: () => string;
  /** The origin of the calling page, as its browser reports it; undefined for callers other than pages. */
  readonly page: string | undefined;
  /** The type of the body, as the caller has named it. */
  readonly mediaType: string | undefined;
  /** The name of the type key in Storage documents that the caller expects. */
  readonly nodeTypeKey: NodeTypeKey;
  /** Aborts when the client disconnects. */
  readonly disconnected: () => AbortSignal;
}

/**
 * An answer that is already bytes, JSON text or lines of it, in the pieces in which it is sent. Pieces that come one after
 * the other are made as the caller reads them.
 */
export class Encoded {
  readonly pieces: readonly Uint8Array[] | AsyncIterable<Uint8Array>;
  constructor(pieces: readonly Uint8Array[] | AsyncIterable<Uint8Array>) {
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

/** Bytes in memory, in pieces for slow readers. */
export function encoded(bytes: Uint8Array): Encoded {
  return new Encoded(cutIntoPieces(bytes));
}

export function cutIntoPieces(bytes: Uint8Array): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(bytes.subarray(at, at + pieceBytes));
  return pieces;
}

/** Handlers return the results of services as they are, so results are read-only. */
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
 * Binds a handler to an endpoint. The handler returns the answer's value, or throws a `WeftError` that the endpoint
 * lists.
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
  // The edge builds the call from the same schemas as its type.
  return { endpoint: endpoint, handle: handler };
}

/** Routes of one concept, in the order of the reference. */
export function routes(...implemented: readonly Route[]): readonly Route[] {
  return implemented;
}
