import type { UpdateStorage } from "@weft/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StorageReader } from "./first-keys.ts";
import type { Clock } from "./ports.ts";
import type { ResyncState } from "./resync.ts";
import type { StorageState } from "./storage-states.ts";
import { Resync, StorageMachine, nothing, resyncStates, storageStates } from "./storage-states.ts";

/** A clock whose timers end when a test says so, and a list of everything that a machine asked of its room. */
function world() {
  const timers: { readonly run: () => unknown }[] = [];
  const calls: string[] = [];
  const clock: Pick<Clock, "setTimer"> = {
    setTimer(_afterMs, run) {
      const timer = { run };
      timers.push(timer);
      calls.push("timer");
      return {
        cancel() {
          if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1);
        },
      };
    },
  };
  const fire = (index: number) => void timers.splice(index % Math.max(1, timers.length), 1)[0]?.run();
  return { timers, calls, clock, fire };
}

// --- Storage of a room -----------------------------------------------------------------------------------------------

/** Two of the clients have the same user, and one may only read. */
const readers: readonly StorageReader[] = [
  { actor: 0, userKey: "u:ada", user: { storage: "write" } },
  { actor: 1, userKey: "u:bob", user: { storage: "write" } },
  { actor: 2, userKey: "u:ada", user: { storage: "write" } },
  { actor: 3, userKey: "u:cyd", user: { storage: "read" } },
];

function storageWorld() {
  const { timers, calls, clock, fire } = world();
  const storage = { keys: 0 };
  const probes: (() => void)[] = [];
  /** Clients that were answered `later` and not admitted since. */
  const owed = new Set<number>();
  const machine = new StorageMachine({
    clock,
    keys: () => storage.keys,
    probe(actor, answered) {
      calls.push(`probe ${actor}`);
      probes.push(answered);
    },
    admit(actor) {
      calls.push(`admit ${actor}`);
      owed.delete(actor);
    },
    admitPending: () => void calls.push("admit pending"),
  });
  const events: Readonly<Record<keyof (typeof storageStates)[StorageState], (reader: StorageReader) => void>> = {
    needed: () => machine.needed(),
    filled: () => machine.filled(),
    readToEnd: () => machine.readToEnd(),
    loaded: () => machine.loaded(),
    asked(reader) {
      const isLoaded = firstKeys.includes(machine.state);
      if (machine.asked(reader) === "later" && isLoaded) owed.add(reader.actor);
      else owed.delete(reader.actor);
    },
    read: ({ actor }) => machine.read(actor),
    wrote: ({ actor }) => machine.wrote(actor),
    acknowledged: (reader) => machine.acknowledged(machine.first ?? reader),
    left({ actor }) {
      machine.left(actor);
      owed.delete(actor);
    },
    timeUp: () => machine.timeUp(),
    waited({ actor }) {
      if (machine.waiting.has(actor)) machine.waited(actor);
    },
    ended() {
      machine.ended();
      owed.clear();
    },
  };
  const picture = () => ({
    state: machine.state,
    first: machine.first,
    waiting: [...machine.waiting.keys()],
    timers: timers.length,
    calls: calls.length,
  });
  return { machine, events, timers, probes, owed, storage, picture, fire };
}

const firstKeys: readonly StorageState[] = ["shared", "given", "begun", "abandoned", "interrupted"];

/** Which state may follow which. */
const nextStates: Readonly<Record<StorageState, readonly StorageState[]>> = {
  onDisk: ["opening", "ended"],
  opening: ["streaming", "shared", "ended"],
  streaming: ["parsing", "ended"],
  parsing: ["shared", "ended"],
  shared: ["given", "ended"],
  given: ["begun", "abandoned", "shared", "ended"],
  begun: ["interrupted", "shared", "given", "ended"],
  abandoned: ["interrupted", "given", "shared", "ended"],
  interrupted: ["given", "shared", "ended"],
  ended: [],
};

/** The shortest way to each state, with one client waiting where one can. */
const waysToStorage: Readonly<Record<StorageState, (here: ReturnType<typeof storageWorld>) => void>> = {
  onDisk: () => {},
  opening: ({ machine }) => machine.needed(),
  streaming({ machine }) {
    machine.needed();
    machine.filled();
  },
  parsing(here) {
    waysToStorage.streaming(here);
    here.machine.readToEnd();
  },
  shared({ machine }) {
    machine.needed();
    machine.readToEnd();
    machine.loaded();
  },
  given(here) {
    waysToStorage.shared(here);
    here.machine.asked(readers[0]!);
    here.machine.asked(readers[1]!);
  },
  begun(here) {
    waysToStorage.given(here);
    here.machine.wrote(0);
  },
  abandoned(here) {
    waysToStorage.given(here);
    here.machine.left(0);
  },
  interrupted(here) {
    waysToStorage.begun(here);
    here.machine.left(0);
  },
  ended: ({ machine }) => machine.ended(),
};

describe.each(Object.keys(storageStates) as StorageState[])("Storage that is %s", (state) => {
  test.each(Object.keys(storageStates[state]) as (keyof (typeof storageStates)[StorageState])[])(
    "changes by the event %s as declared",
    (event) => {
      for (const reader of readers) {
        const here = storageWorld();
        waysToStorage[state](here);
        expect(here.machine.state).toBe(state);
        const before = here.picture();
        here.events[event](reader);
        if (storageStates[state][event] === nothing) expect(here.picture()).toEqual(before);
        else expect([state, ...nextStates[state]]).toContain(here.machine.state);
      }
    },
  );
});

test("[RM36] whatever happens to Storage, every client that has to wait has a timer that ends its wait", () => {
  const step = fc.oneof(
    fc.record({ event: fc.constantFrom(...Object.keys(storageStates.onDisk)), actor: fc.nat(3) }),
    fc.record({ event: fc.constantFrom("asked", "wrote", "left"), actor: fc.nat(3) }),
    fc.record({ event: fc.constantFrom("a timer ends", "a probe is answered", "keys change"), actor: fc.nat(3) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (steps, isLoaded) => {
      const here = storageWorld();
      const { machine, events, owed, timers } = here;
      if (isLoaded) waysToStorage.shared(here);
      for (const { event, actor } of steps) {
        const before = here.picture();
        if (event === "a timer ends") here.fire(actor);
        else if (event === "a probe is answered") here.probes.shift()?.();
        else if (event === "keys change") here.storage.keys = here.storage.keys === 0 ? 1 : 0;
        else {
          const named = event as keyof typeof events;
          const isNothing = storageStates[machine.state][named] === nothing;
          events[named](readers[actor]!);
          if (isNothing) expect(here.picture()).toEqual(before);
        }
        if (machine.state !== before.state) expect(reachable(before.state)).toContain(machine.state);
        expect(machine.first !== undefined).toBe(firstKeys.slice(1).includes(machine.state));
        for (const waiting of owed) expect(machine.waiting.has(waiting)).toBe(true);
        // One for each that waits, and one for the client that they wait for.
        expect(timers.length).toBe(machine.waiting.size + (machine.first === undefined ? 0 : 1));
      }
    }),
    { numRuns: 1_000 },
  );
});

/** One call may lead through several states: time is up, and the next client is given the empty Storage. */
function reachable(state: StorageState): readonly StorageState[] {
  return nextStates[state].flatMap((next) => [next, ...nextStates[next]]);
}

// --- a client --------------------------------------------------------------------------------------------------------

const actor = 7;

function resyncWorld() {
  const { timers, calls, clock, fire } = world();
  const probes: (() => void)[] = [];
  /** Op ids that were decided, in order. */
  const decided: string[] = [];
  const decide = (updates: readonly UpdateStorage[]) =>
    void decided.push(...updates.flatMap(({ ops }) => ops.map(({ opId }) => opId)));
  const resync = new Resync(
    { actor },
    {
      clock,
      probe(_client, answered) {
        calls.push("probe");
        probes.push(answered);
      },
      read: () => void calls.push("read"),
      askEcho: () => void calls.push("echo"),
      graceMs: () => 2_000,
      settled: () => void calls.push("settled"),
      release: (_client, waiting) => decide(waiting),
    },
  );
  const events: Readonly<Record<keyof (typeof resyncStates)[ResyncState], (opIds: readonly string[]) => void>> = {
    took: (opIds) => decide(resync.take({ type: 201, ops: opIds.map((opId) => ({ type: 5, id: "n", opId })) })),
    ending: () => resync.ending(),
    answered: () => resync.answered(),
    echoed: () => decide(resync.echoed()),
    graceOver: () => resync.graceOver(),
    ended: () => resync.ended(),
  };
  const picture = () => ({
    state: resync.state,
    early: resync.early.length,
    late: resync.late.length,
    timers: timers.length,
    calls: calls.length,
    decided: decided.length,
  });
  return { resync, events, timers, probes, decided, picture, fire };
}

const nextResyncStates: Readonly<Record<ResyncState, readonly ResyncState[]>> = {
  asked: ["underway", "settled"],
  underway: ["reading", "settled"],
  reading: ["read", "settled"],
  read: ["settled"],
  settled: [],
};

/** The shortest way to each state, with an update waiting where one can. */
const waysToResync: Readonly<Record<ResyncState, (here: ReturnType<typeof resyncWorld>) => void>> = {
  asked: ({ events }) => events.took([`${actor}:5`]),
  underway(here) {
    waysToResync.asked(here);
    here.resync.ending();
  },
  reading(here) {
    waysToResync.underway(here);
    here.resync.answered();
  },
  read(here) {
    waysToResync.reading(here);
    here.resync.echoed();
  },
  settled: ({ resync }) => resync.ended(),
};

describe.each(Object.keys(resyncStates) as ResyncState[])("a client that is %s", (state) => {
  test.each(Object.keys(resyncStates[state]) as (keyof (typeof resyncStates)[ResyncState])[])(
    "changes by the event %s as declared",
    (event) => {
      for (const opIds of [[`${actor}:0`], [`${actor}:6`], ["3:1", `${actor}:5`], ["foreign"], []]) {
        const here = resyncWorld();
        waysToResync[state](here);
        expect(here.resync.state).toBe(state);
        const before = here.picture();
        here.events[event](opIds);
        if (resyncStates[state][event] === nothing) expect(here.picture()).toEqual(before);
        else expect([state, ...nextResyncStates[state]]).toContain(here.resync.state);
      }
    },
  );
});

test("[RM16] whatever a client sends, and when, each of its ops is decided, or waits for a repetition, or leaves with it", () => {
  const opId = fc.oneof(
    fc.nat(9).map((clock) => `${actor}:${clock}`),
    fc.nat(3).map((clock) => `3:${clock}`),
    fc.constant("foreign"),
  );
  const step = fc.oneof(
    fc.record({ event: fc.constant("took"), opIds: fc.array(opId, { maxLength: 3 }) }),
    fc.record({
      event: fc.constantFrom(...Object.keys(resyncStates.asked), "a timer ends", "a probe is answered"),
      opIds: fc.constant<string[]>([]),
    }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const here = resyncWorld();
      const { resync, events, decided, timers } = here;
      const sent = new Set<string>();
      let ended = false;
      for (const { event, opIds } of steps) {
        const before = here.picture();
        if (event === "a timer ends") here.fire(0);
        else if (event === "a probe is answered") here.probes.shift()?.();
        else {
          const named = event as keyof typeof events;
          const isNothing = resyncStates[resync.state][named] === nothing;
          for (const id of opIds) sent.add(id);
          events[named](opIds);
          if (isNothing) expect(here.picture()).toEqual(before);
        }
        if (resync.state !== before.state) expect(nextResyncStates[before.state]).toContain(resync.state);
        ended ||= event === "ended";
        const waiting = [...resync.early, ...resync.late].flatMap(({ ops }) => ops.map((op) => op.opId));
        const known = new Set([...decided, ...waiting]);
        // A client that leaves resends what waited. What came before the snapshot was read is certain to be repeated.
        if (!ended && !resync.sure) for (const id of sent) expect(known.has(id)).toBe(true);
        if (resync.late.length > 0) expect(resync.early.length).toBeGreaterThan(0);
        expect(timers.length).toBeLessThanOrEqual(resync.state === "reading" || resync.state === "read" ? 1 : 0);
      }
    }),
    { numRuns: 1_000 },
  );
});
