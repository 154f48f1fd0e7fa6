import type { ErrorCode, Json, JsonObject, PresenceUpdated } from "@weft/protocol";
import type { Member } from "./room.ts";
import { createShownPresence } from "./shown-presence.ts";

/**
 * Somebody who watches a room without being in it: no actor, no presence, counted nowhere, heard by nobody. It is told at
 * once, within the room's turn, so none of these may throw or take long.
 */
export interface Observer {
  entered(member: ObservedMember): void;
  left(actor: number): void;
  /** What the member shows now, whole. */
  presence(actor: number, presence: JsonObject): void;
  /** Actor -1 is the project's back end. */
  broadcast(actor: number, event: Json): void;
  /** Storage was changed, durably. */
  storageChanged(): void;
  /** A document was changed, durably; the root document's guid is "". */
  documentChanged(guid: string): void;
  /** The room left memory, or is not there any more: nothing follows. */
  ended(error: ErrorCode, reason?: string): void;
}

export interface ObservedMember {
  readonly member: Member;
  /** Milliseconds since the epoch. */
  readonly enteredAt: number;
  readonly presence: JsonObject;
}

/** A room under observation stays awake until this ends. */
export interface Observation extends Disposable {
  /** Who is there as it begins; everything later is told. */
  readonly members: readonly ObservedMember[];
}

/** Those who watch one room, and what they are told as it begins. */
export interface Observers {
  readonly size: number;
  /** `last` is called when nobody watches any more. */
  observe(observer: Observer, members: Iterable<Member>, last: () => void): Observation;
  entered(member: Member, at: number): void;
  left(actor: number): void;
  presence(message: PresenceUpdated): void;
  broadcast(actor: number, event: Json): void;
  /** A commit is durable: whether it changed Storage, and which documents. */
  changed(storage: boolean, guids: Iterable<string>): void;
  dismiss(error: ErrorCode, reason?: string): void;
}

/** `presenceBytes`: the most that one member may show. */
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
      // Who comes with a presence is told of with it.
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
