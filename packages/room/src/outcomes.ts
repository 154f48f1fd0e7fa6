import type { Limits, ServerMessage } from "@weft/protocol";
import { ServerMessageType } from "@weft/protocol";
import type { LiveConnection } from "./connection.ts";
import type { Delivery, Said, Spoken } from "./delivery.ts";
import type { Gate } from "./gate.ts";
import type { RoomOwner } from "./room-owner.ts";
import type { RoomEvents } from "./ports.ts";
import type { Outcome, Room } from "./room.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Snapshots } from "./snapshots.ts";

/**
 * Passes on what turns have decided.
 *
 *     outcome ─┬─ presence, events, joins ──────────────► delivery
 *              └─ Storage, documents ─► gate ─► flushed ─► delivery
 *
 * Presence and events do not wait for a commit, except behind a change of their own sender: they leave after it (RM25).
 */
export interface Outcomes {
  /** `connection`: whose message it was, if any. */
  take(outcome: Outcome, connection?: LiveConnection): void;
  /** A commit was flushed. */
  flushed(): void;
}

export interface OutcomesOptions {
  readonly room: Room;
  readonly gate: Gate<Said>;
  readonly delivery: Delivery;
  readonly snapshots: Snapshots;
  readonly connections: ReadonlyMap<number, LiveConnection>;
  readonly events: Pick<RoomEvents, "opsRefused" | "replaysAnswered">;
  readonly limits: Pick<Limits, "outputHard">;
  readonly owner: Pick<RoomOwner, "expel">;
}

export function createOutcomes(options: OutcomesOptions): Outcomes {
  return new RoomOutcomes(options);
}

class RoomOutcomes implements Outcomes {
  readonly #options: OutcomesOptions;
  /** The newest snapshot that waits for a commit. */
  #weighed: Snapshot | undefined;

  constructor(options: OutcomesOptions) {
    this.#options = options;
  }

  take(outcome: Outcome, connection?: LiveConnection): void {
    const { room, gate, delivery, snapshots, events } = this.#options;
    if (outcome.durable) gate.touch();
    if (outcome.refused !== undefined) events.opsRefused(outcome.refused.count, outcome.refused.cause);
    if (outcome.replayed !== undefined && outcome.replayed > 0) events.replaysAnswered(outcome.replayed);
    for (const send of outcome.sends) {
      if ("storage" in send) {
        if (connection === undefined) continue;
        const snapshot = snapshots.take(connection.user.version, room.tree!, room.seq);
        gate.say({ to: send.to, snapshot });
        this.#weighOnce(snapshot);
      } else if ("close" in send || "part" in send || dependsOnStorage(send.message)) gate.say(send);
      else if (connection === undefined || send.to === connection.actor) delivery.deliver(send);
      else if (gate.holds(connection.wroteAt)) this.#sayBehind(connection, send);
      else delivery.deliver(send);
    }
  }

  flushed(): void {
    this.#weighed = undefined;
  }

  /** Connections that ask at the same state share the same snapshot, which is counted once. */
  #weighOnce(snapshot: Snapshot): void {
    const { room, gate } = this.#options;
    if (snapshot === this.#weighed || !gate.holds(room.seq)) return;
    this.#weighed = snapshot;
    for (const { length } of snapshot) gate.weigh(length);
  }

  /** Holds a message behind its sender's own change, up to the bound for unread output. */
  #sayBehind(connection: LiveConnection, send: Spoken): void {
    const { gate, connections, limits, owner } = this.#options;
    const bytes = Buffer.byteLength(JSON.stringify(send.message));
    connection.heldBytes += bytes;
    gate.say({ by: connection, send, bytes }, connection.wroteAt);
    gate.weigh(bytes);
    if (connection.heldBytes <= limits.outputHard || !connections.has(connection.actor)) return;
    connection.silenced = true;
    owner.expel(
      connection,
      "TRY_AGAIN_LATER",
      "More was sent behind a change than is held until the change is stored.",
    );
  }
}

/** Whether a message contains state of Storage or of a document, and so must not leave before that is durable (G2). */
function dependsOnStorage({ type }: ServerMessage): boolean {
  return (
    type === ServerMessageType.storageUpdated ||
    type === ServerMessageType.rejectStorageOp ||
    type === ServerMessageType.decidedOps ||
    type === ServerMessageType.documentUpdated
  );
}
