import type { Scenario, Target } from "../scenario.ts";
import { sized } from "../scenario.ts";
import { runLoad } from "../servers.ts";

interface Shape {
  readonly name: string;
  readonly title: string;
  readonly target?: Target;
  /** The server that signed the tokens is ended, and another one on the same data is entered. */
  readonly restarted: boolean;
}

const rooms = 100;

function join({ name, title, target, restarted }: Shape): Scenario {
  return {
    name,
    title,
    reference: "accept",
    figures: [
      { key: "cpuPerJoin", label: "CPU for each join", unit: "µs", ...(target === undefined ? {} : { target }) },
      { key: "perSecond", label: "joins per second", unit: "joins/s" },
      { key: "p50", label: "join p50", unit: "ms" },
      { key: "p99", label: "join p99", unit: "ms" },
    ],
    async measure(subject, run) {
      const warmUp = sized(run, { full: 1_000, quick: 300 });
      const joins = warmUp + sized(run, { full: 2_000, quick: 700 });
      const ids = Array.from({ length: rooms }, (_, room) => `${name}-${run.mark}-${room}`);
      await subject.createRooms(ids);
      const holder = await subject.token("holder");
      const tokens: string[] = [];
      for (let at = 0; at < joins; at += 32)
        tokens.push(
          ...(await Promise.all(
            Array.from({ length: Math.min(32, joins - at) }, (_, i) => subject.token(`guest-${run.mark}-${at + i}`)),
          )),
        );
      if (restarted) await subject.server.restart();
      const result = await runLoad("join", {
        pid: subject.server.pid,
        urls: tokens.map((token, at) => subject.socketUrl(ids[at % rooms]!, token)),
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
  };
}

export const joinScenarios: readonly Scenario[] = [
  join({
    name: "join",
    title: "People enter 100 awake rooms, each with a token signed for them alone, and leave",
    target: { of: "ratio", atMost: 4 },
    restarted: false,
  }),
  join({
    name: "join-unseen",
    title: "The same at a server that was started since the tokens were signed",
    restarted: true,
  }),
];
