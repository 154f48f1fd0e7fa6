import type { DisturbLoad } from "../load/disturb.ts";
import type { Scenario } from "../scenario.ts";
import { seats, timing } from "../scenario.ts";
import { runLoad } from "../servers.ts";

interface Shape {
  readonly name: string;
  readonly title: string;
  readonly kind: DisturbLoad["kind"];
  /** What the others may have to wait. */
  readonly p99: number;
}

const blocks = 40;

function disturb({ name, title, kind, p99 }: Shape): Scenario {
  return {
    name,
    title,
    figures: [
      { key: "times", label: "p99 to p99 when quiet", unit: "×" },
      { key: "p99", label: "others' p99", unit: "ms", target: { of: "value", atMost: p99 } },
      { key: "p50", label: "others' p50", unit: "ms" },
      { key: "quietP99", label: "p99 when quiet", unit: "ms" },
      { key: "quietP50", label: "p50 when quiet", unit: "ms" },
      { key: "disturbances", label: "disturbances", unit: "" },
    ],
    async measure(subject, run) {
      const ids = ["here", "elsewhere"].map((place) => `${name}-${run.mark}-${place}`);
      const [here, elsewhere] = (await seats(subject, ids, 3)) as [string[], string[]];
      // Some megabytes, so that who does not read what it asked for leaves more than a connection may.
      if (kind === "stall")
        await subject.weft.call("POST", `/v2/rooms/${ids[0]}/storage`, {
          liveblocksType: "LiveObject",
          data: Object.fromEntries(
            Array.from({ length: blocks }, (_, n) => [
              `b${n}`,
              { liveblocksType: "LiveObject", data: { text: "x".repeat(100_000) } },
            ]),
          ),
        });
      const result = await runLoad("disturb", {
        pairs: [
          [here[0]!, here[1]!],
          [elsewhere[0]!, elsewhere[1]!],
        ],
        url: here[2]!,
        kind,
        ...timing(run),
      });
      return {
        times: result.disturbed.p99 / result.quiet.p99,
        p99: result.disturbed.p99,
        p50: result.disturbed.p50,
        quietP99: result.quiet.p99,
        quietP50: result.quiet.p50,
        disturbances: result.times,
      };
    },
  };
}

export const disturbScenarios: readonly Scenario[] = [
  disturb({
    name: "disturb-return",
    title: "Two pairs talk, in the room and elsewhere, while somebody comes back with 5,000 edits, again and again",
    kind: "return",
    p99: 100,
  }),
  disturb({
    name: "disturb-stall",
    title: "Two pairs talk, in the room and elsewhere, while somebody asks for Storage and reads nothing",
    kind: "stall",
    p99: 50,
  }),
  disturb({
    name: "disturb-bomb",
    title: "Two pairs talk, in the room and elsewhere, while somebody sends frames of 400,000 messages",
    kind: "bomb",
    p99: 200,
  }),
];
