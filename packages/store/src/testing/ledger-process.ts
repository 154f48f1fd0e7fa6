import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { ProjectId, RoomId } from "@weft/protocol";
import type { Store } from "../open.ts";

/** A running `ledger.ts`, and what it was answered so far. */
export interface LedgerProcess extends AsyncDisposable {
  readonly pid: number;
  /** Per room, the newest commit that was answered. */
  readonly acked: ReadonlyMap<string, number>;
  /** Commits that were answered or refused. */
  readonly answered: number;
  readonly refusals: readonly string[];
  until(condition: () => boolean): Promise<void>;
  /** The process ends between any two of its instructions, and everything that it wrote to us is read. */
  kill(): Promise<void>;
}

export const ledgerProject = "ledger" as ProjectId;

export function startLedger(url: string): LedgerProcess {
  const child = spawn(process.execPath, [fileURLToPath(new URL("./ledger.ts", import.meta.url)), url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const acked = new Map<string, number>();
  const refusals: string[] = [];
  let answered = 0;
  let rest = "";
  let wake = () => {};
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      answered += 1;
      if (line.startsWith("refused")) refusals.push(line);
      else acked.set(`room ${line.split(" ")[0]}`, Number(line.split(" ")[1]));
    }
    wake();
  });
  const closed = once(child, "close");
  void closed.then(() => wake());
  const kill = async () => {
    child.kill("SIGKILL");
    await closed;
  };
  return {
    pid: child.pid ?? 0,
    acked,
    refusals,
    get answered() {
      return answered;
    },
    async until(condition) {
      while (!condition()) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error("The ledger ended early.");
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    kill,
    [Symbol.asyncDispose]: kill,
  };
}

/** The seq of each of the ledger's rooms, having made sure that the room holds exactly the nodes of commits 1 to seq. */
export async function readLedger(store: Store): Promise<Map<string, number>> {
  const { rooms } = await store.rooms.list(ledgerProject, { ids: [], idPrefixes: [], metadata: [] }, { limit: 100 });
  const ends = new Map<string, number>();
  for (const { id } of rooms) ends.set(id, await readRoom(store, id));
  return ends;
}

async function readRoom(store: Store, id: RoomId): Promise<number> {
  const room = await store.roomStore.open({ project: ledgerProject, room: id }, 1);
  if (!room) throw new Error(`There is no room ${id}.`);
  const found = new Set<string>();
  for await (const piece of store.roomStore.nodes(room, 65_536)) {
    for (const [node] of JSON.parse(`[${new TextDecoder().decode(piece)}]`) as [string][]) found.add(node);
  }
  for (let n = 1; n <= room.seq; n++) {
    if (!found.has(`n${n}`)) throw new Error(`${id} is at ${room.seq} and lacks n${n}.`);
  }
  if (found.size !== room.seq) throw new Error(`${id} is at ${room.seq} and has ${found.size} nodes.`);
  return room.seq;
}
