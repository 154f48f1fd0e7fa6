import type { Scenario } from "../scenario.ts";
import { timing } from "../scenario.ts";
import { runLoad } from "../servers.ts";

interface Shape {
  readonly name: string;
  readonly title: string;
  readonly frameBytes: number;
  readonly perSecond: number;
  readonly atMostUs?: number;
}

function forward({ name, title, frameBytes, perSecond, atMostUs }: Shape): Scenario {
  const target = atMostUs === undefined ? {} : { target: { of: "value", atMost: atMostUs } as const };
  return {
    name,
    title,
    figures: [
      { key: "senderCpu", label: "CPU of the sender for each frame", unit: "µs", ...target },
      { key: "receiverCpu", label: "CPU of the receiver for each frame", unit: "µs", ...target },
      { key: "p50", label: "one way p50", unit: "ms" },
      { key: "p99", label: "one way p99", unit: "ms" },
    ],
    async measure(_, run) {
      const nats = process.env["WEFT_TEST_NATS"] ?? "nats://127.0.0.1:4222";
      const result = await runLoad("forward", { nats, frameBytes, perSecond, ...timing(run) });
      return {
        senderCpu: (result.senderCpuMs * 1_000) / result.frames,
        receiverCpu: (result.receiverCpuMs * 1_000) / result.frames,
        p50: result.p50,
        p99: result.p99,
      };
    },
  };
}

export const forwardScenarios: readonly Scenario[] = [
  forward({
    name: "forward",
    title: "Frames of 200 bytes from one node of a cluster to another, 10,000 a second",
    frameBytes: 200,
    perSecond: 10_000,
    atMostUs: 20,
  }),
  forward({
    name: "forward-quiet",
    title: "The same, 1,000 a second: each frame wakes both processes and the NATS server",
    frameBytes: 200,
    perSecond: 1_000,
  }),
  forward({
    name: "forward-large",
    title: "The same with frames of 100 KiB, 400 a second",
    frameBytes: 100 * 1_024,
    perSecond: 400,
  }),
];
