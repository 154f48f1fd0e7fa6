/**
 * A network between a client and its server that can be made slow, lossy or absent, one message after another:
 *
 *     client ─► send ─► delay ─► the real socket ─► delay ─► listeners of the client
 *
 * Order is kept, as TCP keeps it: a message that is lost arrives one retransmission later, and those behind it wait.
 */

/** How the network behaves. All zero and online is the real one, to which nothing is added. */
export interface NetworkConditions {
  /** Added in each direction, in milliseconds. */
  readonly latencyMs: number;
  /** How many of a hundred messages are lost at first, and arrive after {@link retransmissionMs}. */
  readonly lossPercent: number;
  /** Connections are cut, and new ones fail. */
  readonly isOffline: boolean;
}

/** What passes through a socket that is watched. */
export interface SocketTap {
  /** A message in either direction, when the client sends or receives it. */
  passed(direction: MessageDirection, data: unknown): void;
  opened(): void;
  closed(code: number): void;
}

/** Which way a message went, seen from the client. */
export type MessageDirection = "sent" | "received";
/** As much of a WebSocket as clients use. */
export interface RealSocket {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: Event) => void): void;
  send(data: string): void;
  close(code?: number, reason?: string): void;
}
/** A class of WebSockets, such as that of the page. */
export type SocketClass = new (url: string) => RealSocket;

/** The least time after which TCP sends again what was lost. */
export const retransmissionMs = 200;
const abnormal = 1006;
const states = { connecting: 0, open: 1, closing: 2, closed: 3 } as const;

export class SimulatedNetwork {
  readonly #sockets = new Set<WatchedSocket>();
  readonly #random: () => number;
  #conditions: NetworkConditions = { latencyMs: 0, lossPercent: 0, isOffline: false };

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  get conditions(): NetworkConditions {
    return this.#conditions;
  }

  /** Changes what is given, for open connections as well. */
  set(change: Partial<NetworkConditions>): void {
    this.#conditions = { ...this.#conditions, ...change };
    if (this.#conditions.isOffline) for (const socket of Array.from(this.#sockets)) socket.cut();
  }

  /** Milliseconds that the next message takes longer than on the real network. */
  delayMs(): number {
    const { latencyMs, lossPercent } = this.#conditions;
    return latencyMs + (this.#random() * 100 < lossPercent ? retransmissionMs + latencyMs : 0);
  }

  /** The class of sockets that go through this network. `tap` is asked for each, with its address. */
  through(Real: SocketClass, tap: (url: string) => SocketTap): new (url: string | URL) => WatchedSocket {
    // eslint-disable-next-line unicorn/no-this-assignment, typescript/no-this-alias -- Classes have a `this` of their own.
    const network = this;
    return class extends WatchedSocket {
      constructor(url: string | URL) {
        super(network, Real, String(url), tap(String(url)));
        network.#sockets.add(this);
        this.addEventListener("close", () => network.#sockets.delete(this));
        if (network.conditions.isOffline) queueMicrotask(() => this.cut());
      }
    };
  }
}

/** A socket as clients know it, behind which the simulated network lies. */
export class WatchedSocket {
  readonly url: string;
  readonly #events = new EventTarget();
  readonly #real: RealSocket | undefined;
  readonly #tap: SocketTap;
  readonly #out: Lane;
  readonly #in: Lane;
  #isCut = false;

  constructor(network: SimulatedNetwork, Real: SocketClass, url: string, tap: SocketTap) {
    this.url = url;
    this.#tap = tap;
    this.#out = new Lane(() => network.delayMs());
    this.#in = new Lane(() => network.delayMs());
    if (network.conditions.isOffline) return;
    this.#real = new Real(url);
    const listen = (type: string, then: (event: never) => void) =>
      this.#real!.addEventListener(type, (event) => this.#in.pass(() => !this.#isCut && then(event as never)));
    listen("open", () => {
      tap.opened();
      this.#events.dispatchEvent(new Event("open"));
    });
    listen("message", ({ data }: { readonly data: unknown }) => {
      tap.passed("received", data);
      this.#events.dispatchEvent(eventOf("message", { data }));
    });
    listen("error", () => this.#events.dispatchEvent(new Event("error")));
    listen("close", ({ code, reason }: { readonly code: number; readonly reason: string }) => this.#end(code, reason));
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    this.#events.addEventListener(type, listener as (event: Event) => void);
  }

  removeEventListener(type: string, listener: (event: never) => void): void {
    this.#events.removeEventListener(type, listener as (event: Event) => void);
  }

  get readyState(): number {
    if (this.#isCut) return states.closed;
    return this.#real?.readyState ?? states.connecting;
  }

  send(data: string): void {
    this.#tap.passed("sent", data);
    this.#out.pass(() => {
      if (this.#real?.readyState === states.open) this.#real.send(data);
    });
  }

  close(code?: number, reason?: string): void {
    this.#out.pass(() => this.#real?.close(code, reason));
  }

  /** Ends it as a cable does that is pulled: what is on its way is lost. */
  cut(): void {
    if (this.#isCut) return;
    this.#out.clear();
    this.#in.clear();
    this.#real?.close();
    this.#events.dispatchEvent(new Event("error"));
    this.#end(abnormal, "");
  }

  #end(code: number, reason: string): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.#tap.closed(code);
    this.#events.dispatchEvent(eventOf("close", { code, reason, wasClean: code !== abnormal }));
  }
}

/** What goes one way, in its order. */
class Lane {
  readonly #delayMs: () => number;
  #waiting: (() => void)[] = [];
  #lastDueAt = 0;

  constructor(delayMs: () => number) {
    this.#delayMs = delayMs;
  }

  pass(then: () => void): void {
    const now = performance.now();
    const dueAt = Math.max(now + this.#delayMs(), this.#lastDueAt);
    if (dueAt <= now && this.#waiting.length === 0) return then();
    this.#lastDueAt = dueAt;
    this.#waiting.push(then);
    // Timers that are due at once may fire in another order: each takes what has waited longest.
    setTimeout(() => this.#waiting.shift()?.(), dueAt - now);
  }

  clear(): void {
    this.#waiting = [];
  }
}

function eventOf(type: string, fields: object): Event {
  const event = new Event(type);
  // As the fields of real events, they cannot be written.
  for (const [name, value] of Object.entries(fields)) Object.defineProperty(event, name, { value });
  return event;
}
