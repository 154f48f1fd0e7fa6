import { shallow, useOthersMapped } from "@weft/react";
import type { Person } from "@weft/example-shared";
import { useMemo } from "react";
import { placeProposal, readProposal } from "./proposal.ts";
import type { PlacedProposal } from "./proposal.ts";
import { fieldsOf } from "./read-chart.ts";
import type { ShownStep } from "./read-chart.ts";
import type { Proposal } from "./room-types.ts";

/** The agent of a user, while it works or its proposal is pending. */
export interface Agent {
  /** The user’s connection; "own" for this window. */
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly isWorking: boolean;
  readonly proposal: PlacedProposal | null;
}

/** The agents of everyone in the room, with their proposals at their places in the chart as it is now. */
export function useAgents(you: Person, ownProposal: Proposal | null, steps: readonly ShownStep[]): readonly Agent[] {
  const others = useOthersMapped(({ presence, info }) => ({ presence, info }), sameOther);
  return useMemo(() => {
    const shown = new Set<string>();
    const place = (proposal: Proposal | null): PlacedProposal | null => {
      // Two windows of a user propose the same.
      if (proposal === null || shown.has(proposal.id)) return null;
      shown.add(proposal.id);
      return placeProposal(proposal, steps);
    };
    const own: Agent = {
      id: "own",
      name: nameOf(you.name),
      color: you.color,
      isWorking: false,
      proposal: place(ownProposal),
    };
    const theirs = others.map(([id, { presence, info }]): Agent => {
      const { id: proposalId } = fieldsOf(presence.proposal);
      return {
        id: String(id),
        name: nameOf(info?.name ?? "Someone"),
        color: info?.color ?? "var(--line-strong)",
        isWorking: presence.isAgentWorking,
        proposal: typeof proposalId === "string" ? place(readProposal(proposalId, presence.proposal)) : null,
      };
    });
    return [own, ...theirs];
  }, [others, ownProposal, steps, you]);
}

function nameOf(user: string): string {
  return `${user.split(" ", 1)[0]}’s agent`;
}

type Other = { readonly presence: object; readonly info: object | undefined };

function sameOther(a: Other, b: Other): boolean {
  return a.presence === b.presence && shallow(a.info, b.info);
}
