import type { Signals, WebhookAnswer } from "@weft/collab";
import { WeftError } from "@weft/protocol";
import type { Limits } from "@weft/protocol";

/**
 * The receiver of the demo project's webhooks that the example "Webhook receiver" shows. It is part of the server, because a
 * server with examples runs no second process and does not call itself. Everything up to it is as for any endpoint: the events
 * are those of the demo project, and they are queued, claimed and signed by the same code.
 *
 *     dispatcher ──► transport ──┬── weft:webhook-receiver ──► demo receiver ──► the pages of one room
 *                                └── any other URL ──► guarded client ──► the network
 *
 * - No request from the network reaches it, and it sends none. Only a record of the demo project has its URL: the API and the
 *   dashboard accept no URL of this scheme.
 * - Pages see the requests about one room. Only rooms of this example are shown; the id of one holds the suffix of its visitors,
 *   which strangers do not know, and with which one may enter the room anyway.
 * - Every node of a cluster keeps and shows what any of them has sent since it started.
 * - Everything is in memory and has a bound: rooms, requests per room, bytes, pages, pages per address. When it is full, the
 *   requests of the room that was quiet for longest are dropped; open pages have received them already.
 */
export interface DemoReceiver extends Disposable {
  /** Takes a request. Always successful: a request that no page can show must not be sent again. */
  receive(request: DemoRequest): WebhookAnswer;
  /**
   * Takes a place for a page that shows a room. NOT_FOUND for rooms of another form, TOO_MANY_REQUESTS when too many pages are
   * open, RESTARTING at shutdown. `end` asks the page to leave.
   */
  open(room: string, address: string, end: () => void): DemoPage;
}

/** A webhook request as it was sent. */
export interface DemoRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ReceivedRequest extends DemoRequest {
  /** ISO 8601. */
  readonly receivedAt: string;
}

/** Gives its place back when it is disposed. */
export interface DemoPage extends Disposable {
  /** Hands over the room's requests, first the kept ones. */
  follow(listener: (request: ReceivedRequest) => void): void;
}

export interface DemoReceiverOptions {
  readonly signals: Pick<Signals, "publish" | "subscribe">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly limits: Pick<
    Limits,
    | "demoReceiverRooms"
    | "demoReceiverRequests"
    | "demoReceiverBytes"
    | "demoReceiverRequest"
    | "demoReceiverPages"
    | "demoReceiverPagesPerAddress"
    | "demoReceiverIdleMs"
  >;
}

/** The URL of the demo project's endpoint. */
export const demoReceiverUrl = "weft:webhook-receiver";

/** A room of the example: a visitor's suffix, which strangers do not know, and the name of the example. */
const roomForm = /^example-[a-z\d-]{1,40}\.webhook-receiver$/;

export function createDemoReceiver(options: DemoReceiverOptions): DemoReceiver {
  return new MemoryReceiver(options);
}

interface Kept {
  readonly request: ReceivedRequest;
  readonly bytes: number;
}

/** A page that takes a place, and its listener once it follows. */
interface Place {
  readonly end: () => void;
  listener: ((request: ReceivedRequest) => void) | undefined;
}

interface KeptRoom {
  readonly requests: Kept[];
  receivedAt: number;
}

class MemoryReceiver implements DemoReceiver {
  readonly #options: DemoReceiverOptions;
  /** The room that was quiet for longest first. */
  readonly #rooms = new Map<string, KeptRoom>();
  readonly #places = new Map<string, Set<Place>>();
  readonly #placesByAddress = new Map<string, number>();
  #placeCount = 0;
  #bytes = 0;
  #isClosed = false;

  constructor(options: DemoReceiverOptions) {
    this.#options = options;
    options.signals.subscribe("demoRequestReceived", ({ headers, body, receivedAt }) => {
      const room = roomOf(body);
      if (room !== undefined) this.#show(room, { headers, body, receivedAt });
    });
  }

  receive({ headers, body }: DemoRequest): WebhookAnswer {
    const { signals, limits, now } = this.#options;
    const room = roomOf(body);
    if (room === undefined || !roomForm.test(room)) return { status: 200, body: "No page shows this room." };
    if (bytesOf(headers, body) > limits.demoReceiverRequest) return { status: 200, body: "Too large to be shown." };
    signals.publish({ type: "demoRequestReceived", headers, body, receivedAt: new Date(now()).toISOString() });
    return { status: 200, body: "Received." };
  }

  #show(room: string, request: ReceivedRequest): void {
    this.#keep(room, { request, bytes: bytesOf(request.headers, request.body) }, this.#options.now());
    for (const { listener } of this.#places.get(room) ?? []) listener?.(request);
  }

  open(room: string, address: string, end: () => void): DemoPage {
    const { demoReceiverPages, demoReceiverPagesPerAddress } = this.#options.limits;
    if (this.#isClosed) throw new WeftError("RESTARTING");
    if (!roomForm.test(room)) throw new WeftError("NOT_FOUND");
    const ofAddress = this.#placesByAddress.get(address) ?? 0;
    if (this.#placeCount >= demoReceiverPages || ofAddress >= demoReceiverPagesPerAddress)
      throw new WeftError("TOO_MANY_REQUESTS", {
        message: "Too many pages show webhooks at the moment.",
        suggestion: "Close other windows with this example, or try again later.",
      });
    this.#dropExpired();
    this.#placeCount++;
    this.#placesByAddress.set(address, ofAddress + 1);
    const place: Place = { end, listener: undefined };
    const places = this.#places.get(room) ?? new Set();
    this.#places.set(room, places.add(place));
    return {
      follow: (listener) => {
        for (const { request } of this.#rooms.get(room)?.requests ?? []) listener(request);
        place.listener = listener;
      },
      [Symbol.dispose]: () => {
        if (!places.delete(place)) return;
        if (places.size === 0) this.#places.delete(room);
        this.#placeCount--;
        const left = this.#placesByAddress.get(address)! - 1;
        if (left === 0) this.#placesByAddress.delete(address);
        else this.#placesByAddress.set(address, left);
      },
    };
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    for (const places of this.#places.values()) for (const { end } of places) end();
  }

  #keep(room: string, kept: Kept, at: number): void {
    const { demoReceiverRooms, demoReceiverRequests, demoReceiverBytes } = this.#options.limits;
    this.#dropExpired();
    const requests = this.#rooms.get(room)?.requests ?? [];
    requests.push(kept);
    this.#bytes += kept.bytes;
    while (requests.length > demoReceiverRequests) this.#bytes -= requests.shift()!.bytes;
    this.#rooms.delete(room);
    this.#rooms.set(room, { requests, receivedAt: at });
    while (this.#rooms.size > demoReceiverRooms || this.#bytes > demoReceiverBytes) this.#dropQuietest();
  }

  #dropExpired(): void {
    const before = this.#options.now() - this.#options.limits.demoReceiverIdleMs;
    for (const [room, { receivedAt }] of this.#rooms) {
      if (receivedAt >= before) return;
      if (!this.#places.has(room)) this.#drop(room);
    }
  }

  #dropQuietest(): void {
    const [room] = this.#rooms.keys();
    if (room !== undefined) this.#drop(room);
  }

  #drop(room: string): void {
    for (const { bytes } of this.#rooms.get(room)?.requests ?? []) this.#bytes -= bytes;
    this.#rooms.delete(room);
  }
}

function roomOf(body: string): string | undefined {
  const { data } = JSON.parse(body) as { readonly data: { readonly roomId?: string | null } };
  return data.roomId ?? undefined;
}

/** Of the text, as it is kept: two bytes for each of its units. */
function bytesOf(headers: DemoRequest["headers"], body: string): number {
  let units = body.length;
  for (const [name, value] of Object.entries(headers)) units += name.length + value.length;
  return units * 2;
}
