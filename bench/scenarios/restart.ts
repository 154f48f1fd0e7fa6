import type { Scenario } from "../scenario.ts";
import { seats } from "../scenario.ts";
import { runLoad } from "../servers.ts";

export const restartScenarios: readonly Scenario[] = [
  {
    name: "restart",
    title: "A server is killed and started again, and somebody comes back and edits",
    reference: "commit-per-op",
    figures: [
      { key: "backMs", label: "from the kill to the first ack", unit: "ms", target: { of: "value", atMost: 2_000 } },
      { key: "upMs", label: "from the kill to the first answer", unit: "ms" },
      { key: "ackMs", label: "from there to the first ack", unit: "ms" },
    ],
    async measure(subject, run) {
      const [[url]] = (await seats(subject, [`restart-${run.mark}`], 1)) as [[string]];
      // Data for it to load after the restart.
      await runLoad("firstAck", { url });
      const killedAt = performance.now();
      await subject.server.crash();
      const upMs = performance.now() - killedAt;
      const { wallMs: ackMs } = await runLoad("firstAck", { url });
      return { backMs: upMs + ackMs, upMs, ackMs };
    },
  },
];
