import type { Scenario } from "../scenario.ts";
import { seats, sized } from "../scenario.ts";
import { runLoad } from "../servers.ts";

const perRoom = 5;
/** Rooms are unloaded this long after the last client has left. A longer time would only extend the run. */
const roomIdleMs = 1_000;

export const memoryScenarios: readonly Scenario[] = [
  {
    name: "memory",
    title: "Connections that say nothing, 5 to a room, and what is left of them when they are gone",
    reference: "broadcast",
    limits: { roomIdleMs },
    figures: [
      {
        key: "perConnection",
        label: "resident for each connection",
        unit: "KiB",
        target: { of: "value", atMost: 32 },
      },
      { key: "heapPerConnection", label: "heap for each connection", unit: "KiB" },
      {
        key: "keptPerRoom",
        label: "resident, kept for each emptied room",
        unit: "KiB",
        target: { of: "value", atMost: 8 },
      },
      { key: "heapKeptPerRoom", label: "heap, kept for each emptied room", unit: "KiB" },
      { key: "connections", label: "connections", unit: "" },
    ],
    async measure(subject, run) {
      const hold = async (mark: string, connections: number) => {
        const ids = Array.from({ length: connections / perRoom }, (_, room) => `memory-${run.mark}-${mark}-${room}`);
        return runLoad("hold", {
          pid: subject.server.pid,
          inspector: await subject.server.inspector(),
          urls: (await seats(subject, ids, perRoom)).flat(),
          talkMs: 1_000,
          releaseMs: roomIdleMs + 3_000,
        });
      };
      // The first crowd makes the process as large as it becomes: code, pools, pages of the database.
      if (run.index === 0) await hold("first", 500);
      const { connections, before, held, after } = await hold("measured", sized(run, { full: 10_000, quick: 2_000 }));
      const rooms = connections / perRoom;
      const KiB = 1_024;
      return {
        perConnection: (held.resident - before.resident) / connections / KiB,
        heapPerConnection: (held.heap - before.heap) / connections / KiB,
        keptPerRoom: (after.resident - before.resident) / rooms / KiB,
        heapKeptPerRoom: (after.heap - before.heap) / rooms / KiB,
        connections,
      };
    },
  },
];
