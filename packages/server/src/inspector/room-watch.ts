import { createHash } from "node:crypto";
import { nodeTypeKeyFor } from "@weft/protocol";
import type { ErrorCode, InspectedConnection, InspectMessage, Limits, RoomAddress } from "@weft/protocol";
import type { Clock, Observation, ObservedEvent, ObservedMember, RoomHost, Timer } from "@weft/room";

/**
 * One room, shared by all who inspect it: observed once, read once, sent to every viewer.
 *
 *     room ──► events ──► members, messages ─────────────────────────► viewers
 *                └ Storage changed ──► read (at most about every `inspectedStorageMs`) ──► when it differs
 *                └ round trips, measured every `measureMs`
 *
 * A viewer receives nothing before its snapshot, and everything after it. Snapshots are made one at a time: however
 * many viewers join at once, memory holds one copy of the room for them.
 */
export interface RoomWatch extends Disposable {
  /** Joins a viewer; its snapshot follows. Rejects as `host.observe` does. */
  join(viewer: Viewer): Promise<void>;
  leave(viewer: Viewer): void;
}

export interface Viewer {
  /** A message as JSON. `asked`: the viewer asked for it, so its size does not count. */
  send(message: string, asked?: boolean): void;
  /** Cannot take large messages for now. */
  readonly busy: boolean;
  close(error: ErrorCode, reason?: string): void;
}

export interface RoomWatchOptions {
  readonly address: RoomAddress;
  readonly host: Pick<RoomHost, "observe" | "storageText">;
  readonly clock: Clock;
  readonly limits: Limits;
  /** Bytes of one of the room's documents; the root document's guid is "". */
  readonly documentBytes: (guid: string) => Promise<number>;
  /** No viewers remain, or the room has ended. */
  readonly ended: (watch: RoomWatch) => void;
}

export function createRoomWatch(options: RoomWatchOptions): RoomWatch {
  return new SharedWatch(options);
}

/** The interval between reads of Storage is at least this many times the duration of a read. */
const rest = 10;
/** How often round trips are measured, and of how many connections at a time. */
const measureMs = 5_000;
const measuredAtOnce = 100;
const nodeTypeKey = nodeTypeKeyFor({});
const storagePrefix = '{"type":"storage","storage":';

/** Messages for a viewer that has not received its snapshot yet. */
interface Waiting {
  readonly messages: string[];
  size: number;
}

class SharedWatch implements RoomWatch {
  readonly #options: RoomWatchOptions;
  /** Viewers, with the messages that wait for their snapshot; undefined once it was sent. */
  readonly #viewers = new Map<Viewer, Waiting | undefined>();
  readonly #members = new Map<number, InspectedConnection>();
  readonly #changedDocuments = new Set<string>();
  #observing: Promise<Observation> | undefined;
  #showing = Promise.resolve();
  #storageChanged = false;
  #timer: Timer | undefined;
  #measuring: Timer | undefined;
  #reading = false;
  #notBefore = -Infinity;
  /** The digest of the Storage that all viewers have; undefined if they differ. */
  #told: string | undefined;
  #over = false;

  constructor(options: RoomWatchOptions) {
    this.#options = options;
  }

  async join(viewer: Viewer): Promise<void> {
    this.#viewers.set(viewer, { messages: [], size: 0 });
    try {
      this.#observing ??= this.#observe();
      await this.#observing;
      const shown = this.#showing.then(() => this.#show(viewer));
      this.#showing = shown.catch(() => undefined);
      await shown;
    } catch (cause) {
      this.leave(viewer);
      throw cause;
    }
  }

  async #show(viewer: Viewer): Promise<void> {
    // The viewer may have left: skip the read.
    if (!this.#viewers.has(viewer)) return;
    const { text, digest } = await this.#readStorage();
    const documentBytes = await this.#options.documentBytes("");
    const waiting = this.#viewers.get(viewer);
    if (waiting === undefined) return;
    this.#viewers.set(viewer, undefined);
    const connections = JSON.stringify([...this.#members.values()]);
    viewer.send(
      `{"type":"snapshot","connections":${connections},"storage":${text},"documentBytes":${documentBytes}}`,
      true,
    );
    // The snapshot includes who joined and left; repeating that does no harm. A waiting Storage message may be older.
    for (const message of waiting.messages) if (!message.startsWith(storagePrefix)) viewer.send(message);
    if (this.#viewers.size === 1) this.#told = digest;
    else if (this.#told !== digest) this.#tellAnew();
  }

  leave(viewer: Viewer): void {
    if (!this.#viewers.delete(viewer) || this.#viewers.size > 0) return;
    this.#end();
  }

  [Symbol.dispose](): void {
    for (const viewer of this.#viewers.keys()) viewer.close("RESTARTING");
    this.#viewers.clear();
    this.#end();
  }

  async #observe(): Promise<Observation> {
    const { host, address } = this.#options;
    const observation = await host.observe(address, (event) => this.#observed(event));
    for (const observed of observation.members) this.#members.set(observed.member.actor, describe(observed));
    if (this.#over) observation[Symbol.dispose]();
    else this.#measure(observation);
    return observation;
  }

  #measure(observation: Observation): void {
    observation.measureRoundTrips(measuredAtOnce);
    this.#measuring = this.#options.clock.setTimer(measureMs, () => this.#measure(observation));
  }

  #observed(event: ObservedEvent): void {
    switch (event.type) {
      case "entered": {
        const connection = describe(event.observed);
        this.#members.set(connection.connectionId, connection);
        return this.#tell({ type: "entered", connection });
      }
      case "left":
        this.#members.delete(event.actor);
        return this.#tell({ type: "left", connectionId: event.actor });
      case "presenceUpdated":
        this.#update(event.actor, { presence: event.presence });
        return this.#tell({ type: "presence", connectionId: event.actor, presence: event.presence });
      case "eventBroadcast":
        return this.#tell({
          type: "broadcast",
          connectionId: event.actor,
          event: event.event,
          at: this.#instant(),
        });
      case "storageChanged":
        this.#storageChanged = true;
        return this.#tellSoon();
      case "documentChanged":
        this.#changedDocuments.add(event.guid);
        return this.#tellSoon();
      case "roundTripMeasured":
        if (this.#update(event.actor, { roundTripMs: event.ms }))
          this.#tell({ type: "roundTrip", connectionId: event.actor, ms: event.ms });
        return;
      case "ended": {
        const viewers = [...this.#viewers.keys()];
        this.#viewers.clear();
        this.#end();
        for (const viewer of viewers) viewer.close(event.error, event.reason);
      }
    }
  }

  /** False if there is no such member. */
  #update(connectionId: number, change: Partial<InspectedConnection>): boolean {
    const known = this.#members.get(connectionId);
    if (known !== undefined) this.#members.set(connectionId, { ...known, ...change });
    return known !== undefined;
  }

  #tell(message: InspectMessage): void {
    this.#say(JSON.stringify(message));
  }

  #say(text: string): void {
    for (const [viewer, waiting] of this.#viewers) {
      if (waiting === undefined) {
        viewer.send(text);
        continue;
      }
      waiting.messages.push(text);
      waiting.size += text.length;
      // The viewer reconnects and starts over.
      if (waiting.size > this.#options.limits.outputHard) viewer.close("TRY_AGAIN_LATER");
    }
  }

  #tellSoon(): void {
    if (this.#timer !== undefined || this.#reading || this.#over) return;
    const { clock } = this.#options;
    const wait = Math.max(0, this.#notBefore - clock.monotonic());
    this.#timer = clock.setTimer(wait, () => {
      this.#timer = undefined;
      this.#reading = true;
      // The room may have ended meanwhile: its observers are notified, so the error can be ignored.
      void this.#tellChanges()
        .catch(() => undefined)
        .finally(() => {
          this.#reading = false;
          if (this.#storageChanged || this.#changedDocuments.size > 0) this.#tellSoon();
        });
    });
  }

  async #tellChanges(): Promise<void> {
    const { clock, limits } = this.#options;
    const begun = clock.monotonic();
    const guids = [...this.#changedDocuments];
    this.#changedDocuments.clear();
    // Storage waits until no viewer is still reading earlier messages.
    const storage = this.#storageChanged && ![...this.#viewers.keys()].some(({ busy }) => busy);
    if (storage) {
      this.#storageChanged = false;
      const { text, digest } = await this.#readStorage();
      if (this.#told !== digest) this.#say(`${storagePrefix}${text}}`);
      this.#told = digest;
    }
    for (const guid of guids) {
      const bytes = await this.#options.documentBytes(guid);
      this.#tell({ type: "document", guid: guid === "" ? null : guid, bytes, at: this.#instant() });
    }
    const took = clock.monotonic() - begun;
    this.#notBefore = begun + Math.max(limits.inspectedStorageMs, rest * took);
  }

  /** The verbose document as JSON. */
  async #readStorage(): Promise<{ readonly text: string; readonly digest: string }> {
    const { host, address } = this.#options;
    const { pieces } = await host.storageText(address, { kind: "lson", nodeTypeKey });
    const bytes = Buffer.concat(pieces);
    return { text: bytes.toString(), digest: createHash("sha256").update(bytes).digest("base64") };
  }

  /** Viewers have different states of Storage: send it again. */
  #tellAnew(): void {
    this.#told = undefined;
    this.#storageChanged = true;
    this.#tellSoon();
  }

  #instant(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }

  #end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#timer?.cancel();
    this.#measuring?.cancel();
    void this.#observing?.then(
      (observation) => observation[Symbol.dispose](),
      () => undefined,
    );
    this.#options.ended(this);
  }
}

function describe({ member, enteredAt, presence, software }: ObservedMember): InspectedConnection {
  return {
    connectionId: member.actor,
    userId: member.id ?? null,
    info: member.info ?? {},
    writes: member.storage === "write",
    connectedAt: new Date(enteredAt).toISOString(),
    presence,
    software,
    roundTripMs: null,
  };
}
