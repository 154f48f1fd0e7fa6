import { useLocation } from "react-router";
import { useMe } from "../../api/use-me.ts";
import { routeParams } from "../../search/route-params.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { argumentsOf } from "./assistant-tool.ts";
import type { ToolViewProps } from "./assistant-tool.ts";
import { ToolCard } from "./tool-card.tsx";
import { upgradeHref } from "./upgrade.ts";

/** What old chats show of a tool that is not offered any more. */
export function UpgradeCard({ part }: ToolViewProps) {
  const { pathname } = useLocation();
  const { data: me } = useMe();
  const teamId = routeParams(pathname).accountId ?? me?.lastTeamId ?? undefined;
  return (
    <ToolCard title="Upgrade to Pro">
      <ButtonLink to={upgradeHref(argumentsOf(part), teamId)} variant="primary" className="self-start">
        See the plan
      </ButtonLink>
    </ToolCard>
  );
}
