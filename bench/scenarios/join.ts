import type { Scenario } from "../scenario.ts";
import { sized } from "../scenario.ts";
import { runLoad } from "../servers.ts";

const rooms = 100;

export const joinScenarios: readonly Scenario[] = [
  {
    name: "join",
    title: "People enter 100 awake rooms, each with a token signed for them alone, and leave",
    reference: "accept",
    figures: [
      { key: "cpuPerJoin", label: "CPU for each join", unit: "µs", target: { of: "ratio", atMost: 4 } },
      { key: "perSecond", label: "joins per second", unit: "joins/s" },
      { key: "p50", label: "join p50", unit: "ms" },
      { key: "p99", label: "join p99", unit: "ms" },
    ],
    async measure(subject, run) {
      const warmUp = sized(run, { full: 1_000, quick: 300 });
      const joins = warmUp + sized(run, { full: 2_000, quick: 700 });
      const ids = Array.from({ length: rooms }, (_, room) => `join-${run.mark}-${room}`);
      await subject.createRooms(ids);
      const holder = await subject.token("holder");
      const urls: string[] = [];
      for (let at = 0; at < joins; at += 32)
        urls.push(
          ...(await Promise.all(
            Array.from({ length: Math.min(32, joins - at) }, async (_, i) =>
              subject.socketUrl(ids[(at + i) % rooms]!, await subject.token(`guest-${run.mark}-${at + i}`)),
            ),
          )),
        );
      const result = await runLoad("join", {
        pid: subject.server.pid,
        urls,
        holders: ids.map((id) => subject.socketUrl(id, holder)),
        warmUp,
      });
      return {
        cpuPerJoin: (result.cpuMs * 1_000) / result.joins,
        perSecond: result.joins / (result.wallMs / 1_000),
        p50: result.p50,
        p99: result.p99,
      };
    },
  },
];
