import { useMe } from "../../api/use-me.ts";
import { useSiteConfig } from "../../api/use-site-config.ts";
import { pageMeta } from "../../shell/page-meta.ts";
import { Badge } from "../../ui/badge.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { SettingsSection } from "../shared/settings-section.tsx";
import { EmailSwitch } from "./email-switch.tsx";
import { UsageAlertsSwitch } from "./usage-alerts-switch.tsx";

export const meta = () => pageMeta({ title: "Notifications", indexed: false });

/** Emails that cannot be turned off: their purpose, and when they are sent. */
const always = [
  ["Signing in", "Links to verify an email or reset a password, when you request them."],
  ["Security", "When your password changes, a passkey is added, or two-factor authentication is turned off."],
] as const;

/** The emails that this server sends to the user, with a switch for the optional ones. */
export default function NotificationsPage() {
  const { data: me } = useMe();
  const { data: config } = useSiteConfig();
  if (!me?.user) return null;
  const { email, emailVerified } = me.user;
  return (
    <>
      <PageHead title="Notifications">
        {`Emails that are sent to ${email}.`}
        {!emailVerified && " Verify this address to receive usage emails."}
        {config?.signIn.mail === false &&
          " This server does not send email yet. Its administrator can find messages in the server log."}
      </PageHead>
      <div className="flex flex-col gap-5">
        <SettingsSection title="Usage" about="Once per limit and month. Plans without limits don't send emails.">
          <UsageAlertsSwitch />
        </SettingsSection>
        <SettingsSection title="Teams and projects" about="Apply to all your teams.">
          <EmailSwitch
            kind="webhookFailures"
            label="Disabled webhook endpoints"
            hint="When the server disables an endpoint whose deliveries keep failing. Sent to owners."
          />
          <EmailSwitch
            kind="invitations"
            label="Invitations"
            hint="When someone invites you to a team. Invitations are also shown in the dashboard."
          />
          <EmailSwitch kind="exports" label="Exports" hint="When an export that you requested is ready or failed." />
        </SettingsSection>
        <SettingsSection title="Always on" about="You can't turn off these emails.">
          <ul className="flex flex-col divide-y divide-line text-sm">
            {always.map(([name, what]) => (
              <li key={name} className="flex items-start justify-between gap-6 py-3 first:pt-0 last:pb-0">
                <span className="flex flex-col">
                  <span className="font-medium">{name}</span>
                  <span className="text-muted">{what}</span>
                </span>
                <Badge>On</Badge>
              </li>
            ))}
          </ul>
        </SettingsSection>
      </div>
    </>
  );
}
