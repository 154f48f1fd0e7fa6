/**
 * Binds a store of an application to a room: some of its members are presence, others are Storage, and all are edited by setting
 * them. `@weft/zustand` and `@weft/redux` are thin layers on top of it.
 */
import type { Json, JsonObject } from "@weft/protocol/types";
import type { Client } from "../client.ts";
import type { Status } from "../connection/states.ts";
import type { PresentUser } from "../presence/others.ts";
import type { RoomApi } from "../room/room-api.ts";
import type { LiveObject } from "../storage/live/structures.ts";

/** Which members of a store are shared. */
export type Mapping<T> = { readonly [K in keyof T]?: boolean };

/** What a store knows of its room. */
export interface BoundRoom {
  readonly room: RoomApi | null;
  readonly others: readonly PresentUser[];
  readonly isStorageLoading: boolean;
  readonly status: Status;
}

/** What a store knows of its room while it is in none. */
export const noRoom: BoundRoom = { room: null, others: [], isStorageLoading: false, status: "initial" };

/** The store that is bound, and which of its members are shared. */
export interface StoreBindingOptions<T extends object> {
  readonly client: Client;
  readonly storageMapping?: Mapping<T> | undefined;
  readonly presenceMapping?: Mapping<T> | undefined;
  readonly read: () => T;
  /** Sets members of the store to what the room says. */
  readonly patch: (members: Partial<T>) => void;
  /** Something that the store knows of its room has changed. */
  readonly roomChanged: (changed: Partial<BoundRoom>) => void;
}

interface Entered {
  readonly id: string;
  readonly room: RoomApi<JsonObject, JsonObject>;
  readonly leave: () => void;
  /** Members that were set before Storage was loaded. */
  readonly early: Set<string>;
}

/** Keeps members of a store equal to presence and Storage of a room. */
export class StoreBinding<T extends object> {
  readonly #options: StoreBindingOptions<T>;
  readonly #presence: readonly string[];
  readonly #storage: readonly string[];
  #entered: Entered | undefined;
  /** While the store is set to what the room says, and the room to what the store says. */
  #isFollowing = false;

  constructor(options: StoreBindingOptions<T>) {
    this.#options = options;
    this.#presence = keysOf("presenceMapping", options.presenceMapping);
    this.#storage = keysOf("storageMapping", options.storageMapping);
    const both = this.#presence.find((key) => this.#storage.includes(key));
    if (both !== undefined)
      throw new Error(`"${both}" is in both mappings. A member of a store is either presence or Storage.`);
  }

  /** Enters a room, and leaves the one before. Answers what leaves it. */
  enterRoom(id: string): () => void {
    if (this.#entered?.id !== id) {
      this.leaveRoom();
      this.#enter(id);
    }
    const entered = this.#entered;
    return () => {
      if (this.#entered === entered) this.leaveRoom();
    };
  }

  leaveRoom(): void {
    const entered = this.#entered;
    if (entered === undefined) return;
    this.#entered = undefined;
    entered.leave();
    this.#options.roomChanged(noRoom);
  }

  /** The store was set by the application. */
  changed(before: T, after: T): void {
    if (this.#isFollowing || this.#entered === undefined || before === after) return;
    const { room, early } = this.#entered;
    const [was, is] = [before, after] as [Members, Members];
    const presence = this.#presence.filter((key) => was[key] !== is[key]);
    const storage = this.#storage.filter((key) => was[key] !== is[key]);
    this.#follow(() => {
      if (presence.length > 0) room.updatePresence(picked(is, presence), { addToHistory: true });
      if (storage.length === 0) return;
      const root = room.getStorageSnapshot();
      if (root === null) for (const key of storage) early.add(key);
      else room.batch(() => write(root, picked(is, storage), storage));
    });
  }

  #enter(id: string): void {
    const { client, read, roomChanged } = this.#options;
    const { room, leave } = client.enterRoom<JsonObject, JsonObject>(id, {
      initialPresence: picked(read() as Members, this.#presence),
      autoConnect: false,
    });
    const stops = [
      room.subscribe("others", (others) => roomChanged({ others: others })),
      room.subscribe("status", (status) => roomChanged({ status })),
      room.subscribe("my-presence", (presence) => this.#show(presence, this.#presence)),
      room.events.storageBatch.subscribe((updates) => {
        const isOwnEdit = updates.every(({ source }) => source.origin === "local" && source.via === "edit");
        if (!isOwnEdit) this.#showStorage();
      }),
      leave,
    ];
    const entered: Entered = { id, room, early: new Set(), leave: () => stops.forEach((stop) => stop()) };
    this.#entered = entered;
    roomChanged({
      room: room,
      status: room.getStatus(),
      others: room.getOthers(),
      isStorageLoading: this.#storage.length > 0,
    });
    room.connect();
    if (this.#storage.length === 0) return;
    room.getStorage().then(
      ({ root }) => this.#storageLoaded(entered, root),
      () => {
        // Why is in the errors of the client. The user may still be given access.
        if (this.#entered !== entered) return;
        roomChanged({ isStorageLoading: false });
        stops.push(
          room.events.storageDidLoad.subscribe(() => this.#storageLoaded(entered, room.getStorageSnapshot()!)),
        );
      },
    );
  }

  /** What is not in Storage yet, or was set meanwhile, is put into it; the rest of the store is what Storage says. */
  #storageLoaded(entered: Entered, root: LiveObject<JsonObject>): void {
    if (this.#entered !== entered) return;
    const { room, early } = entered;
    const state = this.#options.read() as Members;
    const missing = this.#storage.filter((key) => state[key] !== undefined && root.get(key) === undefined);
    const own = this.#storage.filter((key) => early.has(key) || missing.includes(key));
    if (own.length > 0 && room.getSelf()?.canWrite === true)
      this.#follow(() => {
        const writeAll = () => room.batch(() => write(root, picked(state, own), own));
        // What an application begins with is nothing that its user did.
        if (early.size === 0) room.history.disable(writeAll);
        else writeAll();
      });
    this.#showStorage();
    this.#options.roomChanged({ isStorageLoading: false });
  }

  #showStorage(): void {
    const root = this.#entered?.room.getStorageSnapshot();
    if (root != null) this.#show(root.toJSON(), this.#storage);
  }

  /** Sets the members of the store that differ from the room's. */
  #show(values: Members, keys: readonly string[]): void {
    if (this.#isFollowing) return;
    const state = this.#options.read() as Members;
    const differing = keys.filter((key) => state[key] !== values[key]);
    if (differing.length > 0) this.#follow(() => this.#options.patch(picked(values, differing) as Partial<T>));
  }

  #follow(run: () => void): void {
    const outer = this.#isFollowing;
    this.#isFollowing = true;
    try {
      run();
    } finally {
      this.#isFollowing = outer;
    }
  }
}

type Members = Readonly<Record<string, Json | undefined>>;

function keysOf(name: string, mapping: object | undefined): readonly string[] {
  if (mapping === undefined) return [];
  const entries: [string, unknown][] = Object.entries(mapping);
  const wrong = entries.find(([, isMapped]) => typeof isMapped !== "boolean");
  if (wrong !== undefined)
    throw new TypeError(`\`${name}\` says \`true\` or \`false\` of "${wrong[0]}", and nothing else.`);
  return entries.filter(([, isMapped]) => isMapped === true).map(([key]) => key);
}

function picked(state: Members, keys: readonly string[]): JsonObject {
  return Object.fromEntries(
    keys.map((key) => {
      const value: unknown = state[key];
      if (typeof value === "function")
        throw new TypeError(`"${key}" is a function, and cannot be shared. Take it out of the mapping.`);
      return [key, value as Json | undefined];
    }),
  );
}

/** Edits where values differ. Members that are undefined are deleted. */
function write(root: LiveObject<JsonObject>, values: JsonObject, keys: readonly string[]): void {
  for (const key of keys) if (values[key] === undefined && root.get(key) !== undefined) root.delete(key);
  root.reconcilePartially(values);
}
