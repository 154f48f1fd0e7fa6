import { ServerMessageType, ClientMessageType } from "@weft/protocol";

/**
 * A record, outside the server, of what clients sent and received. It listens on the wire, so it sees only frames:
 *
 *     client ──[201 ops]──► claimed        server ──[201 op with opId]──► acked        ──[201 op without]──► seen
 */
export interface Ledger {
  /** A frame on its way from a client. */
  sent(client: string, frame: string): void;
  /** A frame that reached a client. */
  received(client: string, frame: string): void;
  /** Values that were acknowledged to their sender, and that some other client was shown. */
  readonly promised: ReadonlySet<string>;
  /** Acks so far, and when (`performance.now()`) the last came. */
  readonly acks: number;
  readonly ackedAt: number;
  readonly refusals: readonly string[];
  /** Op ids that two clients used: an actor number was given out twice. */
  readonly reused: ReadonlySet<string>;
  /** When the op that writes the value was sent, acknowledged and shown to others, in order, in milliseconds. */
  historyOf(value: string): string;
}

interface WireOp {
  readonly type: number;
  readonly id: string;
  readonly opId?: string;
  readonly data?: unknown;
}

export function openLedger(): Ledger {
  return new WireLedger();
}

/** Every value that an op writes. Clients of these tests write strings, each of them once. */
function valuesOf(op: WireOp): readonly string[] {
  if (op.type === 8) return typeof op.data === "string" ? [op.data] : [];
  if (op.type === 3 || op.type === 4)
    return Object.values(op.data ?? {}).filter((value): value is string => typeof value === "string");
  return [];
}

class WireLedger implements Ledger {
  readonly #claims = new Map<string, { readonly client: string; readonly values: readonly string[] }>();
  readonly #history = new Map<string, string[]>();
  readonly promised = new Set<string>();
  readonly reused = new Set<string>();
  readonly refusals: string[] = [];
  acks = 0;
  ackedAt = -Infinity;

  sent(client: string, frame: string): void {
    if (!frame.includes(`"type":${ClientMessageType.updateStorage}`)) return;
    for (const message of JSON.parse(frame) as { type: number; ops?: readonly WireOp[] }[]) {
      if (message.type !== ClientMessageType.updateStorage) continue;
      for (const op of message.ops!) {
        this.#record("sent", op.opId!, valuesOf(op));
        const known = this.#claims.get(op.opId!);
        if (known === undefined) this.#claims.set(op.opId!, { client, values: valuesOf(op) });
        else if (known.client !== client) this.reused.add(op.opId!);
      }
    }
  }

  received(client: string, frame: string): void {
    if (!frame.includes('"type":2')) return;
    const parsed = JSON.parse(frame) as unknown;
    for (const message of (Array.isArray(parsed) ? parsed : [parsed]) as {
      type: number;
      ops?: readonly WireOp[];
      opIds?: readonly string[];
      reason?: string;
    }[]) {
      if (message.type === ServerMessageType.rejectStorageOp)
        this.refusals.push(`${client}: ${message.reason} (${message.opIds!.join(", ")})`);
      if (message.type !== ServerMessageType.storageUpdated) continue;
      for (const op of message.ops!) {
        if (op.opId === undefined) {
          for (const value of valuesOf(op)) this.promised.add(value);
          this.#record("shown", client, valuesOf(op));
          continue;
        }
        this.acks++;
        this.ackedAt = performance.now();
        const { values = [] } = this.#claims.get(op.opId) ?? {};
        for (const value of values) this.promised.add(value);
        this.#record("acked", op.opId, values);
      }
    }
  }

  historyOf(value: string): string {
    return `${value}: ${(this.#history.get(value) ?? []).join(", ")}`;
  }

  #record(what: string, by: string, values: readonly string[]): void {
    for (const value of values) {
      const history = this.#history.get(value) ?? [];
      this.#history.set(value, history);
      history.push(`${what} ${by} ${performance.now().toFixed()}`);
    }
  }
}
