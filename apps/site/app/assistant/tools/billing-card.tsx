import { ButtonLink } from "../../ui/button-link.tsx";
import { dataOf } from "./assistant-tool.ts";
import type { ToolViewProps } from "./assistant-tool.ts";
import { billingHref } from "./links.ts";
import { ToolCard } from "./tool-card.tsx";

/** The way to a team's billing. */
export function BillingCard({ part }: ToolViewProps) {
  if (part.stage !== "executed") return <ToolCard title="Billing" busy />;
  const { href } = dataOf(part);
  return (
    <ToolCard title="Billing">
      <ButtonLink
        to={typeof href === "string" ? href : billingHref(undefined)}
        variant="primary"
        className="self-start"
      >
        Manage billing
      </ButtonLink>
    </ToolCard>
  );
}
