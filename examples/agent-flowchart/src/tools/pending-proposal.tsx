import { useEffect, useEffectEvent } from "react";
import type { Proposal } from "../room-types.ts";

interface PendingProposalProps {
  readonly proposal: Proposal | null;
  readonly onPropose: (proposal: Proposal | null) => void;
}

/** Shows a proposal in the chart for as long as it is rendered: while the agent writes it, and while the user decides. */
export function PendingProposal({ proposal, onPropose }: PendingProposalProps) {
  const propose = useEffectEvent(onPropose);
  // The arguments of a call are read anew with each render.
  const content = JSON.stringify(proposal);
  useEffect(() => propose(JSON.parse(content) as Proposal | null), [content]);
  useEffect(() => () => onPropose(null), [onPropose]);
  return null;
}
