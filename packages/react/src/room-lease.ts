/**
 * Which rooms the components of a client are in: for each room one lease, and so one join and one leave, however many components
 * hold it and however often React mounts them.
 *
 *     rendered ──committed──► held ──released──► ended, and the room is left
 *        └──────never committed, 10 seconds──────►
 *
 * A room is needed while components are rendered, before React says whether it keeps what it has rendered. So a render opens the
 * lease without a connection, and effects hold it. Effects that end and begin again in one task, as in StrictMode, do not leave.
 */
import type { EnterOptions, Json, JsonObject, LsonObject } from "@weft/client";
import type { AnyClient, AnyRoom } from "./room.ts";

/** React has this long to commit what it has rendered. */
const uncommittedMs = 10_000;
/** A tree that waits for the room before it was committed keeps it this long; if it still waits then, it enters the room again. */
const suspendedMs = 60_000;

export interface LeaseOptions extends Pick<EnterOptions<object, object>, "initialPresence" | "initialStorage"> {
  readonly autoConnect: boolean;
}

export class RoomLease {
  readonly room: AnyRoom;
  readonly #end: () => void;
  #autoConnect = true;
  #holders = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasEnded = false;

  constructor(room: AnyRoom, end: () => void) {
    this.room = room;
    this.#end = end;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** A component is rendered in it, which may be mounted or not. */
  rendered(autoConnect: boolean): void {
    this.#autoConnect = autoConnect;
    if (this.#holders === 0) this.#endAfter(uncommittedMs);
  }

  /** A component is mounted. Answers what is called when it is unmounted. */
  hold(autoConnect: boolean): () => void {
    this.#take(autoConnect);
    return () => this.#release(0);
  }

  /** A component cannot be shown before the promise has settled. Its provider may not be mounted before either, so this connects. */
  holdWhile(promise: Promise<unknown>): void {
    this.#take(this.#autoConnect);
    let isHeld = true;
    const release = () => {
      if (isHeld) this.#release(uncommittedMs);
      isHeld = false;
    };
    const timer = setTimeout(() => {
      if (isHeld) this.#release(0);
      isHeld = false;
    }, suspendedMs);
    void promise.finally(() => {
      clearTimeout(timer);
      release();
    });
  }

  #take(autoConnect: boolean): void {
    this.#holders++;
    clearTimeout(this.#timer);
    // A room that was refused permanently stays so until it is told to connect.
    if (autoConnect && this.room.getStatus() === "initial") this.room.connect();
  }

  #release(afterMs: number): void {
    if (--this.#holders === 0) this.#endAfter(afterMs);
  }

  #endAfter(afterMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#hasEnded = true;
      this.#end();
    }, afterMs);
    // On a server this must not keep the process alive.
    const timer: unknown = this.#timer;
    if (typeof timer === "object" && timer !== null && "unref" in timer) (timer as { unref(): void }).unref();
  }
}

const leases = new WeakMap<AnyClient, Map<string, RoomLease>>();
const leaseOfRoom = new WeakMap<AnyRoom, RoomLease>();

/** The lease of a room, which is entered, but not connected, if no component is in it. */
export function openLease(client: AnyClient, id: string, options: LeaseOptions): RoomLease {
  let ofClient = leases.get(client);
  if (ofClient === undefined) leases.set(client, (ofClient = new Map()));
  let lease = ofClient.get(id);
  if (lease === undefined) {
    // Whatever the application declares its types to be.
    /* oxlint-disable typescript/no-unnecessary-type-arguments */
    const { room, leave } = client.enterRoom<JsonObject, LsonObject, Json>(id, {
      ...(options as EnterOptions<JsonObject, LsonObject>),
      autoConnect: false,
    });
    /* oxlint-enable typescript/no-unnecessary-type-arguments */
    lease = new RoomLease(room, () => {
      ofClient.delete(id);
      leave();
    });
    ofClient.set(id, lease);
    leaseOfRoom.set(lease.room, lease);
  }
  lease.rendered(options.autoConnect);
  return lease;
}

/** Undefined for a room that the application has entered by itself. */
export function leaseOf(room: AnyRoom): RoomLease | undefined {
  return leaseOfRoom.get(room);
}
