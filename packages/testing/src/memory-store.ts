/** Rooms in memory: what is committed is kept until the test ends, even when the server is killed. */
import type { RoomAddress } from "@weft/protocol";
import type { ActorRecord, DocumentRow, OpenedRoom, RoomCommit, RoomKey, RoomStore } from "@weft/room";
import { StaleEpoch } from "@weft/room";
import { rowsAfter } from "@weft/room/suites/fakes.ts";

interface StoredRoom {
  readonly address: RoomAddress;
  epoch: number;
  seq: number;
  nextActor: number;
  readonly nodes: Map<string, string>;
  readonly actors: Map<number, ActorRecord>;
  /** By `guid`; the root document is "". */
  readonly documents: Map<string, readonly DocumentRow[]>;
}

export class MemoryStore implements RoomStore {
  readonly full = false;
  readonly #rooms: StoredRoom[] = [];

  open(address: RoomAddress, reserve: number): Promise<OpenedRoom> {
    let key = this.#rooms.findIndex((room) => room.address.room === address.room);
    if (key < 0) {
      key = this.#rooms.length;
      this.#rooms.push({
        address,
        epoch: 0,
        seq: 0,
        nextActor: 0,
        nodes: new Map(),
        actors: new Map(),
        documents: new Map(),
      });
    }
    const room = this.#rooms[key]!;
    room.epoch++;
    const firstActor = room.nextActor;
    room.nextActor += reserve;
    return Promise.resolve({ project: address.project, key, epoch: room.epoch, seq: room.seq, firstActor });
  }

  async *nodes({ key }: RoomKey): AsyncGenerator<Uint8Array, void, undefined> {
    const texts = [...(this.#rooms[key]?.nodes.values() ?? [])];
    if (texts.length > 0) yield Buffer.from(texts.join(","));
  }

  documentRows({ key }: RoomKey, guid: string): Promise<readonly DocumentRow[]> {
    return Promise.resolve(this.#rooms[key]?.documents.get(guid) ?? []);
  }

  actor({ key }: RoomKey, actor: number): Promise<ActorRecord | undefined> {
    return Promise.resolve(this.#rooms[key]?.actors.get(actor));
  }

  address({ key }: RoomKey): Promise<RoomAddress | undefined> {
    return Promise.resolve(this.#rooms[key]?.address);
  }

  commit(commit: RoomCommit): Promise<void> {
    const room = this.#rooms[commit.key];
    if (room === undefined || room.epoch !== commit.epoch) return Promise.reject(new StaleEpoch());
    if (commit.clear === true) room.nodes.clear();
    for (const id of commit.drops) room.nodes.delete(id);
    for (let at = 0; at < commit.puts.length; at += 2) room.nodes.set(commit.puts[at]!, commit.puts[at + 1]!);
    for (const actor of commit.actors) room.actors.set(actor.actor, actor);
    for (const write of commit.documents ?? [])
      room.documents.set(write.guid, rowsAfter(room.documents.get(write.guid) ?? [], write));
    room.seq = commit.seq;
    if (commit.nextActor !== undefined) room.nextActor = commit.nextActor;
    return Promise.resolve();
  }
}
