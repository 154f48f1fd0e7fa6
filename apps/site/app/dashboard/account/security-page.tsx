import { pageMeta } from "../../shell/page-meta.ts";
import { PageHead } from "../shared/page-head.tsx";
import { LinkedAccounts } from "./linked-accounts.tsx";
import { OpenSessions } from "./open-sessions.tsx";
import { Passkeys } from "./passkeys.tsx";
import { PasswordSection } from "./password-section.tsx";
import { SettingsSection } from "../shared/settings-section.tsx";
import { TwoFactor } from "./two-factor.tsx";

export const meta = () => pageMeta({ title: "Security", indexed: false });

export default function SecurityPage() {
  return (
    <>
      <PageHead title="Security">Sign-in methods and active sessions.</PageHead>
      <div className="flex flex-col gap-5">
        <PasswordSection />
        <SettingsSection title="Passkeys" about="Sign in with this device instead of a password.">
          <Passkeys />
        </SettingsSection>
        <SettingsSection
          title="Two-factor authentication"
          about="Require a code from an authenticator app after your password. Teams that require two-factor authentication accept only an authenticator app, not a passkey."
        >
          <TwoFactor />
        </SettingsSection>
        <LinkedAccounts />
        <SettingsSection title="Sessions" about="Browsers where you're signed in.">
          <OpenSessions />
        </SettingsSection>
      </div>
    </>
  );
}
