import type { UpdateStorage } from "@weft/protocol";
import { parseOpId } from "./clocks.ts";
import type {
  FirstClient,
  FirstKeys,
  FirstKeysPorts,
  FirstKeysState,
  StorageAnswer,
  StorageReader,
} from "./first-keys.ts";
import {
  admit,
  awaitFirst,
  awaitFirstKeys,
  awaitSilence,
  finish,
  forget,
  leave,
  share,
  stopWaiting,
  succeed,
  succeedOrShare,
  writeFirst,
  writeRest,
} from "./first-keys.ts";
import type { Timer } from "./ports.ts";
import type { Resyncing, ResyncPorts, ResyncState, Updates } from "./resync.ts";
import {
  beginReading,
  decide,
  keep,
  keepBehind,
  keepUnlessFirst,
  keepUnlessRead,
  release,
  sendProbe,
  settle,
  takeEcho,
} from "./resync.ts";

/**
 * What a room does with its Storage, and with each client that asked for it: for every state, what each event does in it.
 * `nothing` means that the event changes nothing there.
 *
 *     Storage   onDisk ─needed─► opening ─filled─► streaming ─readToEnd─► parsing ─loaded─► shared
 *                                   └───────────── loaded (an empty root) ─────────────────►┘
 *               shared ─asked─► given ─wrote─► begun                        while Storage is empty (first-keys.ts)
 *                  ▲              │ left         │ left
 *                  │          abandoned     interrupted
 *                  └── timeUp ────┴──────────────┘                          from each of the four
 *
 *     a client  asked ─ending─► underway ─answered─► reading ─echoed─► read ─graceOver─► settled       (resync.ts)
 *
 * The client that asks first is sent the pieces of Storage as they are read from disk, before they are parsed. Clients that
 * ask meanwhile join it, as soon as Storage is known to hold more than an empty root.
 */
export const storageStates: { readonly [S in StorageState]: StorageEvents } = {
  onDisk: { ...noFirst(), ...notLoading(), asked: () => "load", needed: become("opening"), ended: end },
  opening: {
    ...noFirst(),
    asked: () => "pending",
    needed: nothing,
    filled(at) {
      at.become("streaming");
      at.ports.admitPending();
    },
    readToEnd: nothing,
    loaded: become("shared"),
    ended: end,
  },
  streaming: {
    ...noFirst(),
    asked: () => "stream",
    needed: nothing,
    filled: nothing,
    readToEnd: become("parsing"),
    loaded: nothing,
    ended: end,
  },
  parsing: {
    ...noFirst(),
    asked: () => "stream",
    needed: nothing,
    filled: nothing,
    readToEnd: nothing,
    loaded: become("shared"),
    ended: end,
  },
  shared: { ...noFirst(), ...notLoading(), asked: share, ended: end },
  given: {
    ...notLoading(),
    asked: awaitFirst,
    read: awaitFirstKeys,
    wrote: writeFirst("begun"),
    acknowledged: nothing,
    left: leave("abandoned"),
    timeUp: finish,
    waited: admit,
    ended: end,
  },
  begun: {
    ...notLoading(),
    asked: awaitFirst,
    read: nothing,
    wrote: writeRest,
    acknowledged: awaitSilence,
    left: leave("interrupted"),
    timeUp: finish,
    waited: admit,
    ended: end,
  },
  abandoned: {
    ...notLoading(),
    asked: succeedOrShare,
    read: nothing,
    // An update that was decided in steps while its connection left.
    wrote: writeFirst("interrupted"),
    acknowledged: nothing,
    left: stopWaiting,
    timeUp: finish,
    waited: admit,
    ended: end,
  },
  interrupted: {
    ...notLoading(),
    asked: succeed,
    read: nothing,
    wrote: writeRest,
    acknowledged: awaitSilence,
    left: stopWaiting,
    timeUp: finish,
    waited: admit,
    ended: end,
  },
  ended: { ...noFirst(), ...notLoading(), asked: () => "later", ended: nothing },
};

/** The same for a client: from its request for Storage until it has resent its unacknowledged ops. */
export const resyncStates: { readonly [S in ResyncState]: ResyncEvents } = {
  asked: {
    took: keep,
    ending: sendProbe,
    answered: nothing,
    echoed: nothing,
    graceOver: nothing,
    ended: settle,
  },
  underway: {
    took: keepUnlessFirst,
    ending: nothing,
    answered: beginReading,
    echoed: nothing,
    graceOver: nothing,
    ended: settle,
  },
  reading: {
    took: keepUnlessRead,
    ending: nothing,
    answered: nothing,
    echoed: takeEcho,
    graceOver: release,
    ended: settle,
  },
  read: {
    took: keepBehind,
    ending: nothing,
    answered: nothing,
    echoed: nothing,
    graceOver: release,
    ended: settle,
  },
  settled: {
    took: decide,
    ending: nothing,
    answered: nothing,
    echoed: nothing,
    graceOver: nothing,
    ended: nothing,
  },
};

export type StorageState =
  /** Not in memory. */
  | "onDisk"
  /** Being read; so far it holds no more than an empty root. */
  | "opening"
  /** Being read, and sent to clients piece by piece. */
  | "streaming"
  /** Read to the end, and not in memory yet. */
  | "parsing"
  | FirstKeysState
  /** The room has left memory. */
  | "ended";

interface StorageEvents {
  /** Storage has to be loaded. */
  readonly needed: (at: StorageMachine) => void;
  /** A piece was read that is more than an empty root. */
  readonly filled: (at: StorageMachine) => void;
  readonly readToEnd: (at: StorageMachine) => void;
  readonly loaded: (at: StorageMachine) => void;
  readonly asked: (at: StorageMachine, reader: StorageReader) => StorageAnswer;
  /** A client has read the snapshot that it was given. */
  readonly read: (at: StorageMachine, actor: number) => void;
  /** An update of a client was decided. */
  readonly wrote: (at: StorageMachine, actor: number) => void;
  readonly acknowledged: (at: StorageMachine, first: FirstClient) => void;
  readonly left: (at: StorageMachine, actor: number) => void;
  readonly timeUp: (at: StorageMachine) => void;
  readonly waited: (at: StorageMachine, actor: number) => void;
  readonly ended: (at: StorageMachine) => void;
}

interface ResyncEvents {
  /** An update arrived, whose first op has this clock. Returns the updates to decide now. */
  readonly took: (at: Resyncing, update: UpdateStorage, clock: number) => Updates;
  /** The last frame of the snapshot is about to be sent. */
  readonly ending: (at: Resyncing) => void;
  /** The probe that went before it was answered. */
  readonly answered: (at: Resyncing) => void;
  /** The page has answered. Returns the updates to decide now. */
  readonly echoed: (at: Resyncing) => Updates | undefined;
  readonly graceOver: (at: Resyncing) => void;
  readonly ended: (at: Resyncing) => void;
}

export interface StoragePorts extends FirstKeysPorts {
  /** Storage holds something: streams it to those who asked before that was known. */
  admitPending(): void;
}

/** What a room does with its Storage. Its events are the methods; what they do is in `storageStates`. */
export class StorageMachine implements FirstKeys {
  readonly ports: StoragePorts;
  state: StorageState = "onDisk";
  first: FirstClient | undefined;
  timer: Timer | undefined;
  readonly waiting = new Map<number, { readonly reader: StorageReader; readonly timer: Timer }>();

  constructor(ports: StoragePorts) {
    this.ports = ports;
  }

  become(state: StorageState): void {
    this.state = state;
  }

  needed(): void {
    storageStates[this.state].needed(this);
  }
  filled(): void {
    storageStates[this.state].filled(this);
  }
  readToEnd(): void {
    storageStates[this.state].readToEnd(this);
  }
  loaded(): void {
    storageStates[this.state].loaded(this);
  }
  asked(reader: StorageReader): StorageAnswer {
    return storageStates[this.state].asked(this, reader);
  }
  read(actor: number): void {
    storageStates[this.state].read(this, actor);
  }
  wrote(actor: number): void {
    storageStates[this.state].wrote(this, actor);
  }
  acknowledged(first: FirstClient): void {
    storageStates[this.state].acknowledged(this, first);
  }
  left(actor: number): void {
    storageStates[this.state].left(this, actor);
  }
  timeUp(): void {
    storageStates[this.state].timeUp(this);
  }
  waited(actor: number): void {
    storageStates[this.state].waited(this, actor);
  }
  ended(): void {
    storageStates[this.state].ended(this);
  }
}

/** What a client does with the Storage that it asked for. Its events are the methods; what they do is in `resyncStates`. */
export class Resync implements Resyncing {
  readonly client: { readonly actor: number };
  readonly ports: Resyncing["ports"];
  state: ResyncState = "asked";
  early: UpdateStorage[] = [];
  late: UpdateStorage[] = [];
  sure = false;
  oldest = Infinity;
  grace: Timer | undefined;

  constructor(client: Resyncing["client"], ports: Resyncing["ports"]) {
    this.client = client;
    this.ports = ports;
  }

  /** Returns the updates to decide now, in order; none when this one has to wait. */
  take(update: UpdateStorage): Updates {
    const first = update.ops.length === 0 ? undefined : parseOpId(update.ops[0]!.opId);
    // Op ids of another form are not an SDK's, so its behaviour cannot be assumed.
    return first === undefined ? [update] : resyncStates[this.state].took(this, update, first.clock);
  }
  ending(): void {
    resyncStates[this.state].ending(this);
  }
  answered(): void {
    resyncStates[this.state].answered(this);
  }
  /** Returns the updates to decide now, in order. */
  echoed(): Updates {
    return resyncStates[this.state].echoed(this) ?? [];
  }
  graceOver(): void {
    resyncStates[this.state].graceOver(this);
  }
  ended(): void {
    resyncStates[this.state].ended(this);
  }
}

/** Begins when a client asks for Storage. */
export function startResync<C extends { readonly actor: number }>(client: C, ports: ResyncPorts<C>): Resync {
  return new Resync(client, ports);
}

/** Declares that an event changes nothing in a state. */
export function nothing(): undefined {
  return undefined;
}

/** Where Storage is not being loaded. */
function notLoading() {
  return { needed: nothing, filled: nothing, readToEnd: nothing, loaded: nothing } as const;
}

/** Where no client is about to write the first keys. */
function noFirst() {
  const unheard = { read: nothing, wrote: nothing, acknowledged: nothing, left: nothing } as const;
  return { ...unheard, timeUp: nothing, waited: nothing } as const;
}

function become(state: StorageState): (at: StorageMachine) => void {
  return (at) => at.become(state);
}

function end(at: StorageMachine): void {
  at.become("ended");
  forget(at);
}
