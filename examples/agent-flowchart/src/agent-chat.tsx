import { useAiChatStatus } from "@weft/react";
import { AiChat } from "@weft/react-ui";
import { useEffect, useEffectEvent, useMemo } from "react";
import type { ShownArrow, ShownStep } from "./read-chart.ts";
import type { Proposal } from "./room-types.ts";
import { Suggestions } from "./suggestions.tsx";
import { proposeSteps } from "./tools/propose-steps.tsx";
import type { ChartEdits } from "./use-chart-edits.ts";

interface AgentChatProps {
  readonly chatId: string;
  readonly steps: readonly ShownStep[];
  readonly arrows: readonly ShownArrow[];
  readonly edits: ChartEdits;
  readonly onPropose: (proposal: Proposal | null) => void;
  readonly onWorking: (isWorking: boolean) => void;
}

/** The agent: it knows the chart as it is now, and proposes steps that the user confirms or rejects. */
export function AgentChat({ chatId, steps, arrows, edits, onPropose, onWorking }: AgentChatProps) {
  const isWorking = useAiChatStatus(chatId).status === "generating";
  const tellWorking = useEffectEvent(onWorking);
  useEffect(() => tellWorking(isWorking), [isWorking]);
  const tools = useMemo(() => ({ "propose-steps": proposeSteps(edits, onPropose) }), [edits, onPropose]);
  const knowledge = useMemo(
    () => [
      {
        description: "The flowchart: its steps with their ids, and the arrows between them",
        value: {
          steps: steps.map(({ id, label }) => ({ id, label })),
          arrows: arrows.map(({ from, to }) => ({ from, to })),
        },
      },
    ],
    [steps, arrows],
  );
  return (
    <AiChat
      className="chat"
      chatId={chatId}
      tools={tools}
      knowledge={knowledge}
      components={{ Empty: Suggestions }}
      overrides={{ AI_COMPOSER_PLACEHOLDER: "Ask for steps…" }}
    />
  );
}
