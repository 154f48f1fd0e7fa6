import { useQuery } from "@tanstack/react-query";
import type { TeamMember } from "@weft/protocol";
import { Link } from "react-router";
import { Loaded } from "../../shared/loaded.tsx";
import { SettingsSection } from "../../shared/settings-section.tsx";
import { ConnectionStep } from "./connection-step.tsx";
import { DomainStep } from "./domain-step.tsx";
import { EnforceStep } from "./enforce-step.tsx";
import { ssoQuery } from "./sso-query.ts";
import { TestStep } from "./test-step.tsx";

export interface SsoSectionProps {
  readonly teamId: string;
  readonly members: readonly TeamMember[] | undefined;
}

/** Single sign-on of a team, in the order in which it is set up. */
export function SsoSection({ teamId, members }: SsoSectionProps) {
  const sso = useQuery(ssoQuery(teamId));
  return (
    <SettingsSection
      title="Single sign-on (SAML)"
      about={
        <>
          {
            "Members sign in through your identity provider, and new colleagues join the team with their first sign-in. "
          }
          <Link to="/docs/platform/account-management/saml" className="link">
            Learn about single sign-on
          </Link>
        </>
      }
    >
      <Loaded query={sso}>
        {(settings) => (
          <ol className="flex flex-col gap-5">
            <ConnectionStep teamId={teamId} sso={settings} />
            <DomainStep teamId={teamId} sso={settings} />
            <TestStep teamId={teamId} sso={settings} />
            <EnforceStep key={settings.breakGlass.join()} teamId={teamId} sso={settings} members={members} />
          </ol>
        )}
      </Loaded>
    </SettingsSection>
  );
}
