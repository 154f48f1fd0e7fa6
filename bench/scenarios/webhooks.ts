import { freePort } from "@weft/testkit/free-port";
import type { Run, Scenario, Subject } from "../scenario.ts";
import { sized } from "../scenario.ts";
import { runLoad } from "../servers.ts";
import type { ReceiveLoad } from "../load/receive.ts";

function dispatch(endpoints: number): Scenario {
  return {
    name: `webhooks-${endpoints}`,
    title: `Deliver waiting webhook messages to ${endpoints === 1 ? "one endpoint" : `${endpoints} endpoints`} on this machine`,
    reference: "webhooks",
    figures: [
      { key: "perSecond", label: "deliveries per second", unit: "1/s", target: { of: "value", atLeast: 1_000 } },
      { key: "cpuEach", label: "CPU for each delivery", unit: "µs" },
      { key: "loopP50", label: "loop delay p50", unit: "ms" },
      { key: "loopP99", label: "loop delay p99", unit: "ms", target: { of: "value", atMost: 20 } },
    ],
    async measure(subject, run) {
      const deliveries = sized(run, { full: 12_000, quick: 6_000 });
      const port = await freePort();
      const begin = await prepare(subject, run, endpoints, deliveries / endpoints, `http://127.0.0.1:${port}/hook`);
      const result = await runLoad("receive", {
        pid: subject.server.pid,
        port,
        inspector: await subject.server.inspector(),
        begin,
        deliveries,
        warmUp: Math.floor(deliveries / 3),
      });
      return {
        perSecond: result.received / (result.wallMs / 1_000),
        cpuEach: (result.cpuMs * 1_000) / result.received,
        loopP50: result.loopP50,
        loopP99: result.loopP99,
      };
    },
  };
}

/** Waiting messages, each for its own endpoint, and what makes them due. */
async function prepare(
  { kind, server }: Subject,
  { index }: Run,
  endpoints: number,
  messagesEach: number,
  url: string,
): Promise<ReceiveLoad["begin"]> {
  if (kind === "reference") {
    const search = new URLSearchParams({
      url,
      first: String(index * endpoints),
      endpoints: String(endpoints),
      messages: String(messagesEach),
    });
    return { url: `http://127.0.0.1:${server.port}/deliveries?${search.toString()}` };
  }
  let begin: ReceiveLoad["begin"] | undefined;
  await server.whileStopped(async (data) => {
    await runLoad("webhooks", { data, seed: { url, endpoints, messagesEach } });
    begin = { data };
  });
  return begin!;
}

export const webhookScenarios: readonly Scenario[] = [dispatch(1), dispatch(20)];
