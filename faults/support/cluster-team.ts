import type { ServerCluster } from "@weft/testkit/cluster";
import { expect } from "vitest";
import { openLedger } from "./ledger.ts";
import type { MortalServer } from "./mortal-server.ts";
import { agree, emptyBoard, judge, openPerson, work } from "./person.ts";
import type { Person } from "./person.ts";
import { freshRandom } from "./random.ts";
import { createRoom } from "./rest.ts";
import { until } from "./until.ts";

/** A cluster as the one server that its clients take it for. It dies with the node that has the room. */
export function asMortal(cluster: ServerCluster): MortalServer {
  const [first] = cluster.nodes.values();
  return {
    ...cluster,
    publicKey: first!.publicKey,
    secretKey: first!.secretKey,
    process: {
      ...first!,
      async stop() {
        const codes = await Promise.all(Array.from(cluster.nodes.values(), (node) => node.stop()));
        return codes.find((code) => code !== 0) ?? 0;
      },
    },
    restart: async () => void (await cluster.start()),
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  };
}

/**
 * Stops the process of a node that has the room `r`, as a long pause of its machine would, until another node has the room and
 * has acknowledged an edit.
 */
export async function standStill(cluster: ServerCluster, owner: string, ledger: { readonly acks: number }) {
  const { pid } = cluster.nodes.get(owner)!;
  process.kill(pid, "SIGSTOP");
  cluster.setAside(owner);
  const next = await until("another node has the room", async () => {
    const now = await cluster.ownerOf("r");
    return now === owner ? undefined : now;
  });
  const { acks } = ledger;
  await until("the next node acknowledges an edit", () => ledger.acks > acks);
  return { next, goOn: () => void process.kill(pid, "SIGCONT") };
}

/** Users at work in one room, each at the address that they are given, who edit about that often. */
export async function openTeam(
  urls: readonly string[],
  { publicKey, secretKey }: { publicKey: string; secretKey: string },
  everyMs = 50,
) {
  const random = freshRandom();
  const ledger = openLedger();
  await createRoom({ url: urls[0]!, secretKey }, "r", { storage: emptyBoard });
  const people = await Promise.all(
    urls.map((url, index) => openPerson({ url, publicKey, room: "r", name: `p${index}`, ledger })),
  );
  const working = work(people, random, everyMs);
  await until("edits are acknowledged", () => ledger.acks > 20);
  return {
    random,
    ledger,
    people,
    /** Ends the work. All clients have to agree, and nothing may be lost or doubled. */
    async end(): Promise<Readonly<Record<string, string | number>>> {
      working[Symbol.dispose]();
      const verdict = judge(await agree(people), people);
      expect(verdict).toEqual({ lost: [], doubled: [], wrong: [] });
      expect([[...ledger.reused], ledger.refusals]).toEqual([[], []]);
      for (const person of people) person[Symbol.dispose]();
      return { seed: random.seed, acks: ledger.acks, lost: verdict.lost.length, doubled: verdict.doubled.length };
    },
  };
}

/** How long it takes until each of these users, each in a room of their own, has stored an edit, in milliseconds. */
export async function untilAllWork(people: readonly Person[]): Promise<number> {
  const startedAt = performance.now();
  for (const person of people) person.pushMany(1);
  await until("every edit is stored", () => people.every(({ synchronized }) => synchronized));
  return performance.now() - startedAt;
}

/** How long it takes until each of these users has added something that all of them are shown, in milliseconds. */
export async function untilAllWorkTogether(people: readonly Person[]): Promise<number> {
  const startedAt = performance.now();
  const counts = people.map(({ pushed }) => pushed.length);
  const isShown = () =>
    people.every((person, index) => {
      const added = person.pushed.slice(counts[index]);
      return people.every((other) => {
        if (other.room.getStatus() !== "connected") return false;
        const items = new Set(other.board().items);
        return added.some((value) => items.has(value));
      });
    });
  await until("everyone sees what everyone adds", isShown, { everyMs: 25 });
  return performance.now() - startedAt;
}
