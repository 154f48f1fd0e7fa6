import type { ErrorCode, Json, JsonObject, PresenceUpdated } from "@weft/protocol";
import type { Member } from "./room.ts";
import { createShownPresence } from "./shown-presence.ts";

/**
 * Watches a room without being a member: it has no actor and no presence, counts towards no limit, and members do not
 * see it. It is called synchronously within the room's turn, so it must not throw or take long.
 */
export type Observer = (event: ObservedEvent) => void;

/** What happens in an observed room, in order. Plain data: it may be carried to another node. */
export type ObservedEvent =
  | { readonly type: "entered"; readonly observed: ObservedMember }
  | { readonly type: "left"; readonly actor: number }
  /** The member's full presence. */
  | { readonly type: "presenceUpdated"; readonly actor: number; readonly presence: JsonObject }
  /** Actor -1 is the REST API. */
  | { readonly type: "eventBroadcast"; readonly actor: number; readonly event: Json }
  /** A change of Storage is durable. */
  | { readonly type: "storageChanged" }
  /** A change of a document is durable. The root document's guid is "". */
  | { readonly type: "documentChanged"; readonly guid: string }
  /** The answer to `measureRoundTrips` for one connection. */
  | { readonly type: "roundTripMeasured"; readonly actor: number; readonly ms: number }
  /** The room was unloaded or deleted. No further events follow. */
  | { readonly type: "ended"; readonly error: ErrorCode; readonly reason: string | undefined };

export interface ObservedMember {
  readonly member: Member;
  /** Milliseconds since the epoch. */
  readonly enteredAt: number;
  readonly presence: JsonObject;
  /** The name of the client's software, or "" if it gave none. Null for a presence kept over REST. */
  readonly software: string | null;
}

/** Keeps the room loaded until it is disposed. */
export interface Observation extends Disposable {
  /** The members when it begins. Later changes are reported. */
  readonly members: readonly ObservedMember[];
  /** Measures how long at most this many connections take to answer. Each answer is reported. */
  measureRoundTrips(most: number): void;
}

/** What an observation needs of its room. */
export interface Observed {
  readonly members: Iterable<Member>;
  /** Probes at most this many connections. `answered` takes the milliseconds until each answer. */
  readonly probe: (most: number, answered: (actor: number, ms: number) => void) => void;
  /** The last observer has gone. */
  readonly last: () => void;
}

/** The observers of one room. */
export interface Observers {
  readonly size: number;
  observe(observer: Observer, observed: Observed): Observation;
  entered(member: Member, at: number, software: string | null): void;
  left(actor: number): void;
  presence(message: PresenceUpdated): void;
  broadcast(actor: number, event: Json): void;
  /** A commit is durable that changed Storage or documents. */
  changed(storage: boolean, guids: Iterable<string>): void;
  dismiss(error: ErrorCode, reason?: string): void;
}

/** `presenceBytes`: limit of one member's presence. */
export function createObservers(presenceBytes: number): Observers {
  const observers = new Set<Observer>();
  const entries = new Map<number, Pick<ObservedMember, "enteredAt" | "software">>();
  const shown = createShownPresence(presenceBytes);

  const describe = (member: Member): ObservedMember => {
    const { actor } = member;
    return { member, ...entries.get(actor)!, presence: shown.of(actor) };
  };
  const report = (event: ObservedEvent) => {
    for (const observer of observers) observer(event);
  };
  return {
    get size() {
      return observers.size;
    },
    observe(observer, { members, probe, last }) {
      observers.add(observer);
      return {
        members: Array.from(members, describe),
        measureRoundTrips: (most) =>
          probe(most, (actor, ms) => {
            if (observers.has(observer)) observer({ type: "roundTripMeasured", actor, ms });
          }),
        [Symbol.dispose]: () => {
          if (observers.delete(observer) && observers.size === 0) last();
        },
      };
    },
    entered(member, enteredAt, software) {
      entries.set(member.actor, { enteredAt, software });
      if (observers.size > 0) report({ type: "entered", observed: describe(member) });
    },
    left(actor) {
      entries.delete(actor);
      shown.left(actor);
      if (observers.size > 0) report({ type: "left", actor });
    },
    presence(message) {
      const { actor } = message;
      shown.take(message);
      // A presence that comes with a new member is reported with the member.
      if (observers.size === 0 || !entries.has(actor)) return;
      report({ type: "presenceUpdated", actor, presence: shown.of(actor) });
    },
    broadcast(actor, event) {
      if (observers.size > 0) report({ type: "eventBroadcast", actor, event });
    },
    changed(storage, guids) {
      if (observers.size === 0) return;
      if (storage) report({ type: "storageChanged" });
      for (const guid of guids) report({ type: "documentChanged", guid });
    },
    dismiss(error, reason) {
      const dismissed = [...observers];
      observers.clear();
      for (const observer of dismissed) observer({ type: "ended", error, reason });
    },
  };
}
