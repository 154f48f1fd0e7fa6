import { limits } from "@weft/protocol";
import type { DisturbLoad } from "../load/disturb.ts";
import type { Scenario } from "../scenario.ts";
import { seats, timing } from "../scenario.ts";
import { runLoad } from "../servers.ts";

interface Shape {
  readonly name: string;
  readonly title: string;
  readonly kind: DisturbLoad["kind"];
  /** How long the others may have to wait. */
  readonly p99: number;
  /** Watches a pair in another room only, under the rates that a server has by default. */
  readonly attack?: boolean;
}

const blocks = 40;

/** The default limits, which the bench lifts for its own loads. */
const { messagesPerSecond, messagesBurst, bytesPerSecond, bytesBurst, opsPerSecond, opsBurst } = limits;
const defaultRates = { messagesPerSecond, messagesBurst, bytesPerSecond, bytesBurst, opsPerSecond, opsBurst };

function disturb({ name, title, kind, p99, attack = false }: Shape): Scenario {
  return {
    name,
    title,
    ...(attack ? { limits: defaultRates } : {}),
    figures: [
      { key: "times", label: "p99 to p99 when quiet", unit: "×" },
      { key: "p99", label: "others' p99", unit: "ms", target: { of: "value", atMost: p99 } },
      { key: "p50", label: "others' p50", unit: "ms" },
      { key: "pingMax", label: "longest ping", unit: "ms", target: { of: "value", atMost: 1_000 } },
      { key: "quietP99", label: "p99 when quiet", unit: "ms" },
      { key: "quietP50", label: "p50 when quiet", unit: "ms" },
      { key: "disturbances", label: "disturbances", unit: "" },
    ],
    async measure(subject, run) {
      const ids = ["here", "elsewhere"].map((place) => `${name}-${run.mark}-${place}`);
      const [here, elsewhere] = (await seats(subject, ids, 3)) as [string[], string[]];
      // Several megabytes, so that a client that does not read its answers exceeds the bound of a connection.
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
        pairs: [...(attack ? [] : [[here[0]!, here[1]!] as const]), [elsewhere[0]!, elsewhere[1]!]],
        url: here[2]!,
        kind,
        rest: { url: `http://127.0.0.1:${subject.server.port}`, headers: subject.weft.headers, room: ids[0]! },
        ...timing(run),
      });
      return {
        times: result.disturbed.p99 / result.quiet.p99,
        p99: result.disturbed.p99,
        p50: result.disturbed.p50,
        pingMax: result.pingMax,
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
  whileAttacked("frames", "frames of 20,000 requests for Storage"),
  whileAttacked("text", "updates of a text that were made for its first version"),
  whileAttacked("documents", "2,000 questions to a large document at a time, leaving before they are answered"),
  whileAttacked("output", "events to 90 readers that read nothing"),
  whileAttacked("passwords", "20 wrong passwords at a time"),
  whileAttacked("initialise", "Storage of 99,000 entries in one call"),
  whileAttacked("patch", "patches of 4,000 changes to a list of 5,000"),
];

function whileAttacked(kind: DisturbLoad["kind"], what: string): Scenario {
  return disturb({
    name: `disturb-${kind}`,
    title: `A pair talks while somebody in another room sends ${what}`,
    kind,
    p99: 50,
    attack: true,
  });
}
