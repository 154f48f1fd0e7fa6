import type { Limits } from "@weft/protocol";
import type { Clock } from "@weft/room";
import type { ListedNode, NodeRecords, NodeState, Renewal } from "./node-records.ts";
import type { NodeId } from "./peers.ts";

/** This node's lease, and what it knows of the others. */
export interface NodeLease extends AsyncDisposable {
  /** The nodes whose leases had not ended when this one was last renewed, this one included. */
  readonly nodes: ReadonlyMap<NodeId, ListedNode>;
  /** Until the lease ends, in milliseconds by this node's clock; 0 once it has ended. */
  readonly leftMs: number;
  /** Whether so much of it is left that the node writes. */
  readonly isHeld: boolean;
  readonly isDraining: boolean;
  /** Call it once. */
  listen(listener: NodeLeaseListener): void;
  /** Claims no more rooms, and says so. */
  drain(): Promise<void>;
}

export interface NodeLeaseListener {
  /** After every renewal. */
  renewed(): void;
  /** Another node wants rooms of this one. */
  wanted(rooms: Renewal["wanted"]): void;
  /** The lease may end before it is renewed: the node stops to serve its rooms in time. */
  doubted(): void;
}

export interface NodeLeaseOptions {
  readonly records: Pick<NodeRecords, "join" | "renew" | "leave">;
  /** What this node says of itself, each time. */
  readonly describe: () => Omit<NodeState, "isDraining">;
  readonly clock: Pick<Clock, "monotonic" | "setTimer">;
  readonly limits: Pick<Limits, "leaseMs" | "leaseRenewMs">;
  readonly failed: (cause: unknown) => void;
}

/** Joins the cluster. Rejects if the store does. */
export async function openNodeLease(options: NodeLeaseOptions): Promise<NodeLease> {
  const lease = new Lease(options);
  await lease.join();
  return lease;
}

/**
 * How long before its lease ends a node stops by itself, as a share of the lease. That is a courtesy to clients: what a
 * former owner commits is refused by the store anyway.
 */
const courtesy = 1 / 3;

class Lease implements NodeLease {
  readonly #options: NodeLeaseOptions;
  #nodes: ReadonlyMap<NodeId, ListedNode> = new Map();
  #isDraining = false;
  #isClosed = false;
  #renewing: Promise<void> | undefined;
  /** By the monotonic clock: when the newest renewal that succeeded was sent. */
  #heldSince = 0;
  #isDoubted = false;
  #timer: { cancel(): void } | undefined;
  #doubtTimer: { cancel(): void } | undefined;
  #listener: NodeLeaseListener | undefined;

  constructor(options: NodeLeaseOptions) {
    this.#options = options;
  }

  get nodes(): ReadonlyMap<NodeId, ListedNode> {
    return this.#nodes;
  }

  get leftMs(): number {
    const { clock, limits } = this.#options;
    return Math.max(0, this.#heldSince + limits.leaseMs - clock.monotonic());
  }

  get isHeld(): boolean {
    return !this.#isClosed && this.leftMs > this.#options.limits.leaseMs * courtesy;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  async join(): Promise<void> {
    await this.#options.records.join(this.#state());
    await this.#renew();
    this.#renewSoon();
  }

  listen(listener: NodeLeaseListener): void {
    this.#listener = listener;
  }

  async drain(): Promise<void> {
    this.#isDraining = true;
    await this.#renewing;
    await this.#renew().catch(this.#options.failed);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#timer?.cancel();
    this.#doubtTimer?.cancel();
    await this.#renewing;
    const { records, describe, failed } = this.#options;
    await records.leave(describe().id).catch(failed);
  }

  #state(): NodeState {
    return { ...this.#options.describe(), isDraining: this.#isDraining };
  }

  async #renew(): Promise<void> {
    const { records, clock } = this.#options;
    const sentAt = clock.monotonic();
    const renewal = await records.renew(this.#state());
    this.#heldSince = sentAt;
    this.#isDoubted = false;
    this.#nodes = new Map(renewal.nodes.map((node) => [node.id, node]));
    this.#watch();
    this.#listener?.renewed();
    if (renewal.wanted.length > 0) this.#listener?.wanted(renewal.wanted);
  }

  #renewSoon(): void {
    if (this.#isClosed) return;
    const { clock, limits, failed } = this.#options;
    this.#timer = clock.setTimer(limits.leaseRenewMs, () => {
      // A renewal that takes long is not overtaken by another one.
      this.#renewing = this.#renew()
        .catch(failed)
        .finally(() => {
          this.#renewing = undefined;
          this.#renewSoon();
        });
    });
  }

  /** Doubts the lease once it has not been renewed for too long, and again as long as it is not. */
  #watch(): void {
    this.#doubtTimer?.cancel();
    if (this.#isClosed) return;
    const { clock, limits } = this.#options;
    const endsAt = this.#heldSince + limits.leaseMs * (1 - courtesy);
    const wait = this.#isDoubted ? limits.leaseRenewMs : endsAt - clock.monotonic();
    this.#doubtTimer = clock.setTimer(Math.max(0, wait), () => {
      this.#isDoubted = true;
      this.#listener?.doubted();
      this.#watch();
    });
  }
}
