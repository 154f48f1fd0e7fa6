/**
 * The life of a client's connection to a room (wire specification, 2.6 to 2.8), as a table. The table decides; `reconnecting-socket.ts`
 * opens sockets, asks for credentials and keeps the time.
 *
 *   initial ─► authorizing ─► opening ─► connected ◄─► awaitingPong
 *                 ▲  │          ▲  │         │
 *                 │  ▼          │  ▼         ▼ (lost)
 *       waitingToAuthorize   waitingToOpen ◄─┘            failed, where trying again is of no use
 */
import { CloseCode } from "@weft/protocol/codes";

interface Asking {
  /** How long it waited before this attempt, in milliseconds; 0 before the first one. */
  readonly delayMs: number;
  /** Whether it has been connected before. */
  readonly isBack: boolean;
}

interface Trying<C> extends Asking {
  readonly credential: C;
}

export type ConnectionState<C> =
  | { readonly kind: "initial" }
  | ({ readonly kind: "authorizing" } & Asking)
  | ({ readonly kind: "waitingToAuthorize" } & Asking)
  | ({ readonly kind: "opening" } & Trying<C>)
  | ({ readonly kind: "waitingToOpen" } & Trying<C>)
  | { readonly kind: "connected"; readonly credential: C }
  | { readonly kind: "awaitingPong"; readonly credential: C }
  /** No one looks at the page, and nothing is unsent. */
  | { readonly kind: "paused"; readonly credential: C }
  | { readonly kind: "failed"; readonly code: number; readonly reason: string };

export type ConnectionEvent<C> =
  | { readonly type: "connect" }
  | { readonly type: "disconnect" }
  | { readonly type: "reconnect" }
  | { readonly type: "authorized"; readonly credential: C }
  /** `isFinal`: there will be no credential, however often it is asked for. */
  | { readonly type: "unauthorized"; readonly isFinal: boolean; readonly reason: string }
  | { readonly type: "opened" }
  | { readonly type: "closed"; readonly code: number; readonly reason: string }
  | { readonly type: "heard" }
  /** What the state waits for did not happen in time; for the two that wait, the wait is over. */
  | { readonly type: "elapsed" }
  /** The page was hidden for long when it was time to ask whether the server is there. */
  | { readonly type: "unwatched" }
  /** The page is looked at again, or the network is back. */
  | { readonly type: "woken" }
  /** The network may be gone: ask whether the server is there. */
  | { readonly type: "doubted" };

/** The status of the connection to a room. */
export type Status = "initial" | "connecting" | "connected" | "reconnecting" | "disconnected";

export function statusOf<C>(state: ConnectionState<C>): Status {
  switch (state.kind) {
    case "initial":
      return "initial";
    case "connected":
    case "awaitingPong":
      return "connected";
    case "paused":
      return "reconnecting";
    case "failed":
      return "disconnected";
    default:
      return state.isBack ? "reconnecting" : "connecting";
  }
}

const backOffMs = [250, 500, 1_000, 2_000, 4_000, 8_000, 10_000];
const slowBackOffMs = [2_000, 30_000, 60_000, 300_000];

/** The next wait is longer than the last one; the longest repeats. */
function longer(delayMs: number, table: readonly number[] = backOffMs): number {
  return table.find((each) => each > delayMs) ?? table.at(-1)!;
}

type Reaction = "fail" | "authorize" | "authorizeLater" | "openLater" | "openMuchLater";

/** What a client does after a close code, before and after it was connected (wire specification, 2.8). */
export function reactionTo(code: number, wasConnected: boolean): Reaction {
  if (code === CloseCode.tokenExpired) return "authorize";
  if (code === CloseCode.tryAgainLater || (code >= 4_200 && code < 4_300)) return "openMuchLater";
  if ((code >= 4_000 && code < 4_100) || code === closedForGood) return "fail";
  if (code >= 4_100 && code < 4_200) return "authorizeLater";
  return wasConnected ? "openLater" : "authorizeLater";
}

const closedForGood = 4_999;
/** Of a failure to get a credential: there was no socket to be closed. */
const noCode = -1;

type In<C, K> = Extract<ConnectionState<C>, { readonly kind: K }>;
type On<C, T> = Extract<ConnectionEvent<C>, { readonly type: T }>;
type Table<C> = {
  readonly [K in ConnectionState<C>["kind"]]: {
    readonly [T in ConnectionEvent<C>["type"]]?: (state: In<C, K>, event: On<C, T>) => ConnectionState<C>;
  };
};

const begin = () => ({ kind: "authorizing", delayMs: 0, isBack: false }) as const;
const leave = () => ({ kind: "initial" }) as const;

function afterClose<C>(
  { delayMs, isBack, credential }: Trying<C>,
  { code, reason }: On<C, "closed">,
  wasConnected: boolean,
): ConnectionState<C> {
  switch (reactionTo(code, wasConnected)) {
    case "fail":
      return { kind: "failed", code, reason };
    case "authorize":
      // A credential that was refused at once will be refused again: the second time, wait.
      return wasConnected
        ? { kind: "authorizing", delayMs, isBack }
        : { kind: "waitingToAuthorize", delayMs: longer(delayMs), isBack };
    case "authorizeLater":
      return { kind: "waitingToAuthorize", delayMs: longer(delayMs), isBack };
    case "openLater":
      return { kind: "waitingToOpen", delayMs: longer(delayMs), isBack, credential };
    case "openMuchLater":
      return { kind: "waitingToOpen", delayMs: longer(delayMs, slowBackOffMs), isBack, credential };
  }
}

const back = <C>(credential: C): Trying<C> => ({ delayMs: 0, isBack: true, credential });

const authorizeAgain = ({ isBack }: { readonly isBack: boolean }) =>
  ({ kind: "waitingToAuthorize", delayMs: longer(0), isBack }) as const;
const lost = <C>({ credential }: { readonly credential: C }, event: On<C, "closed">) =>
  afterClose(back(credential), event, true);

/** Every state, and the events that end it. All others leave it as it is. */
const table: Table<unknown> = {
  initial: {
    connect: begin,
    reconnect: begin,
  },
  authorizing: {
    disconnect: leave,
    reconnect: authorizeAgain,
    authorized: ({ delayMs, isBack }, { credential }) => ({ kind: "opening", delayMs, isBack, credential }),
    unauthorized: ({ delayMs, isBack }, { isFinal, reason }) =>
      isFinal
        ? { kind: "failed", code: noCode, reason }
        : { kind: "waitingToAuthorize", delayMs: longer(delayMs), isBack },
    elapsed: ({ delayMs, isBack }) => ({ kind: "waitingToAuthorize", delayMs: longer(delayMs), isBack }),
  },
  waitingToAuthorize: {
    disconnect: leave,
    reconnect: authorizeAgain,
    elapsed: (state) => ({ ...state, kind: "authorizing" }),
    woken: (state) => ({ ...state, kind: "authorizing" }),
  },
  opening: {
    disconnect: leave,
    reconnect: authorizeAgain,
    opened: ({ credential }) => ({ kind: "connected", credential }),
    closed: (state, event) => afterClose(state, event, false),
    elapsed: ({ delayMs, isBack }) => ({ kind: "waitingToAuthorize", delayMs: longer(delayMs), isBack }),
  },
  waitingToOpen: {
    disconnect: leave,
    reconnect: authorizeAgain,
    elapsed: (state) => ({ ...state, kind: "opening" }),
    woken: (state) => ({ ...state, kind: "opening" }),
  },
  connected: {
    disconnect: leave,
    reconnect: () => authorizeAgain({ isBack: true }),
    closed: lost,
    elapsed: ({ credential }) => ({ kind: "awaitingPong", credential }),
    unwatched: ({ credential }) => ({ kind: "paused", credential }),
    woken: ({ credential }) => ({ kind: "awaitingPong", credential }),
    doubted: ({ credential }) => ({ kind: "awaitingPong", credential }),
  },
  awaitingPong: {
    disconnect: leave,
    reconnect: () => authorizeAgain({ isBack: true }),
    closed: lost,
    heard: ({ credential }) => ({ kind: "connected", credential }),
    elapsed: ({ credential }) => ({ kind: "opening", ...back(credential) }),
  },
  paused: {
    connect: ({ credential }) => ({ kind: "waitingToOpen", ...back(credential) }),
    disconnect: leave,
    reconnect: () => authorizeAgain({ isBack: true }),
    woken: ({ credential }) => ({ kind: "waitingToOpen", ...back(credential) }),
  },
  failed: {
    connect: begin,
    disconnect: leave,
    reconnect: begin,
  },
};

export function nextState<C>(state: ConnectionState<C>, event: ConnectionEvent<C>): ConnectionState<C> {
  const decide = table[state.kind][event.type] as
    | ((state: ConnectionState<C>, event: ConnectionEvent<C>) => ConnectionState<C>)
    | undefined;
  return decide?.(state, event) ?? state;
}
