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
      <PageHead title="Security">How you sign in, and where you are signed in now.</PageHead>
      <div className="flex max-w-4xl flex-col gap-5">
        <PasswordSection />
        <SettingsSection title="Passkeys" about="Sign in with this device instead of a password.">
          <Passkeys />
        </SettingsSection>
        <SettingsSection
          title="Second factor"
          about="A code of an authenticator app, asked for after your password. It is what a team means that requires two-factor: a passkey does not count."
        >
          <TwoFactor />
        </SettingsSection>
        <LinkedAccounts />
        <SettingsSection title="Open sign-ins" about="Every browser in which you are signed in.">
          <OpenSessions />
        </SettingsSection>
      </div>
    </>
  );
}
