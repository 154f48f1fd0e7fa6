import type { LiveConnection } from "./connection.ts";
import { voidEntry } from "./fan-out.ts";
import type { Collected, Entry, RoomBatch, RoomLink } from "./link.ts";

/** The nodes that have connections of a room, of which there is mostly one. */
export interface Links {
  entered(connection: LiveConnection): void;
  left(connection: LiveConnection): void;
  /** Sends each node what was collected for its connections. */
  send(collected: Collected): void;
}

export function createLinks(connections: ReadonlyMap<number, LiveConnection>): Links {
  return new RoomLinks(connections);
}

class RoomLinks implements Links {
  readonly #connections: ReadonlyMap<number, LiveConnection>;
  /** How many connections each has. */
  readonly #links = new Map<RoomLink, number>();

  constructor(connections: ReadonlyMap<number, LiveConnection>) {
    this.#connections = connections;
  }

  entered({ link }: LiveConnection): void {
    this.#links.set(link, (this.#links.get(link) ?? 0) + 1);
  }

  left({ link }: LiveConnection): void {
    const others = this.#links.get(link)! - 1;
    if (others === 0) this.#links.delete(link);
    else this.#links.set(link, others);
  }

  send(collected: Collected): void {
    if (collected.kind === "batch") this.#addProbes(collected);
    const isSingle = this.#links.size === 1;
    for (const link of this.#links.keys())
      link.send(isSingle || collected.kind === "lone" ? collected : this.#partFor(link, collected));
  }

  /** From here on, the snapshots are under way. */
  #addProbes({ entries }: RoomBatch): void {
    for (const entry of entries) if (entry.kind === "pieces") this.#connections.get(entry.to)?.addProbes(entry);
  }

  #partFor(link: RoomLink, batch: RoomBatch): RoomBatch {
    const isHere = (actor: number) => this.#connections.get(actor)?.link === link;
    const isFor = (entry: Entry) => {
      if (!("to" in entry)) return true;
      return typeof entry.to === "number" ? isHere(entry.to) : [...entry.to].some(isHere);
    };
    return { ...batch, entries: batch.entries.map((entry) => (isFor(entry) ? entry : voidEntry)) };
  }
}
