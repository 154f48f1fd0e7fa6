import type { ErrorCode, Json, JsonObject, PresenceUpdated } from "@weft/protocol";
import type { Member } from "./room.ts";
import { createShownPresence } from "./shown-presence.ts";

/**
 * Watches a room without being a member: it has no actor and no presence, counts towards no limit, and members do not
 * see it. It is called synchronously within the room's turn, so none of these may throw or take long.
 */
export interface Observer {
  entered(member: ObservedMember): void;
  left(actor: number): void;
  /** The member's full presence. */
  presence(actor: number, presence: JsonObject): void;
  /** Actor -1 is the REST API. */
  broadcast(actor: number, event: Json): void;
  /** A change of Storage is durable. */
  storageChanged(): void;
  /** A change of a document is durable. The root document's guid is "". */
  documentChanged(guid: string): void;
  /** The room was unloaded or deleted. No further calls follow. */
  ended(error: ErrorCode, reason?: string): void;
}

export interface ObservedMember {
  readonly member: Member;
  /** Milliseconds since the epoch. */
  readonly enteredAt: number;
  readonly presence: JsonObject;
}

/** Keeps the room loaded until it is disposed. */
export interface Observation extends Disposable {
  /** The members when it begins. Later changes are reported. */
  readonly members: readonly ObservedMember[];
}

/** The observers of one room. */
export interface Observers {
  readonly size: number;
  /** `last` is called when the last observer has gone. */
  observe(observer: Observer, members: Iterable<Member>, last: () => void): Observation;
  entered(member: Member, at: number): void;
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
  const enteredAt = new Map<number, number>();
  const shown = createShownPresence(presenceBytes);

  const observed = (member: Member): ObservedMember => {
    const { actor } = member;
    return { member, enteredAt: enteredAt.get(actor)!, presence: shown.of(actor) };
  };
  return {
    get size() {
      return observers.size;
    },
    observe(observer, members, last) {
      observers.add(observer);
      return {
        members: Array.from(members, observed),
        [Symbol.dispose]: () => {
          if (observers.delete(observer) && observers.size === 0) last();
        },
      };
    },
    entered(member, at) {
      enteredAt.set(member.actor, at);
      for (const observer of observers) observer.entered(observed(member));
    },
    left(actor) {
      enteredAt.delete(actor);
      shown.left(actor);
      for (const observer of observers) observer.left(actor);
    },
    presence(message) {
      const { actor } = message;
      shown.take(message);
      // A presence that comes with a new member is reported with the member.
      if (observers.size === 0 || !enteredAt.has(actor)) return;
      for (const observer of observers) observer.presence(actor, shown.of(actor));
    },
    broadcast(actor, event) {
      for (const observer of observers) observer.broadcast(actor, event);
    },
    changed(storage, guids) {
      for (const observer of observers) {
        if (storage) observer.storageChanged();
        for (const guid of guids) observer.documentChanged(guid);
      }
    },
    dismiss(error, reason) {
      const dismissed = [...observers];
      observers.clear();
      for (const observer of dismissed) observer.ended(error, reason);
    },
  };
}
