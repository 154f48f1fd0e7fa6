import type { Scene } from "@weft/example-shared/comments";
import type { Proposal } from "./room-types.ts";

const proposal: Proposal = {
  id: "preview",
  steps: [
    { id: "failed", label: "Payment failed" },
    { id: "remind", label: "Send a reminder" },
  ],
  arrows: [
    { from: "payment", to: "failed" },
    { from: "failed", to: "remind" },
  ],
};

/** In previews, the agent of a colleague proposes two steps, which the colleague rejects. */
export async function playColleague({ room, pause }: Scene): Promise<void> {
  for (;;) {
    room.updatePresence({ isAgentWorking: true });
    await pause(2_000);
    room.updatePresence({
      proposal: { ...proposal, steps: proposal.steps.slice(0, 1), arrows: proposal.arrows.slice(0, 1) },
    });
    await pause(900);
    room.updatePresence({ isAgentWorking: false, proposal });
    await pause(5_000);
    room.updatePresence({ proposal: null });
    await pause(3_000);
  }
}
