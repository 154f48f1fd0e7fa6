import { defineAiTool } from "@weft/client";
import { AiTool } from "@weft/react-ui";
import { mostProposed, readProposal } from "../proposal.ts";
import { longestLabel } from "../room-types.ts";
import type { Arrow, Proposal } from "../room-types.ts";
import type { ChartEdits } from "../use-chart-edits.ts";
import { PendingProposal } from "./pending-proposal.tsx";

/** What was added to the chart, as the agent reads it. */
type Added = { steps: { id: string; label: string }[]; arrows: Arrow[] };

const titles = { success: "Added to the chart", error: "No changes made", cancelled: "Rejected" } as const;

/**
 * A tool without `execute`: the steps are shown in everyone’s chart as pending while the user decides, and become part of it when
 * the user confirms.
 */
export function proposeSteps(edits: ChartEdits, onPropose: (proposal: Proposal | null) => void) {
  return defineAiTool<Added>()({
    description: `Propose new steps and arrows of the flowchart, at most ${mostProposed} of each. The user is asked to confirm. Give each new step an id of your own, and use the ids of existing steps to connect them.`,
    parameters: {
      type: "object",
      properties: {
        steps: {
          type: "array",
          items: {
            type: "object",
            properties: { id: { type: "string" }, label: { type: "string", maxLength: longestLabel } },
            required: ["id", "label"],
            additionalProperties: false,
          },
        },
        arrows: {
          type: "array",
          items: {
            type: "object",
            properties: { from: { type: "string" }, to: { type: "string" } },
            required: ["from", "to"],
            additionalProperties: false,
          },
        },
      },
      required: ["steps", "arrows"],
      additionalProperties: false,
    },
    render: ({ invocationId, stage, partialArgs, args, result, types }) => {
      const proposal = readProposal(invocationId, args ?? partialArgs);
      return (
        <AiTool title={result === undefined ? "Add these steps?" : titles[result.type]} collapsible={false}>
          {stage !== "executed" && <PendingProposal proposal={proposal} onPropose={onPropose} />}
          <AiTool.Confirmation
            types={types}
            overrides={{ AI_TOOL_CONFIRMATION_CANCEL: "Reject" }}
            confirm={async (confirmed) => {
              const checked = readProposal(invocationId, confirmed);
              const added = checked && (await edits.accept(checked));
              if (!added || added.steps.length + added.arrows.length === 0)
                return { error: "The proposal has no step or arrow that can be added to the chart." };
              return { data: added };
            }}
          >
            <ul>
              {proposal?.steps.map(({ id, label }) => (
                <li key={id}>{label}</li>
              ))}
            </ul>
          </AiTool.Confirmation>
        </AiTool>
      );
    },
  });
}
