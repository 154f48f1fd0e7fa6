import { useQuery } from "@tanstack/react-query";
import { useMe } from "../../api/use-me.ts";
import { Loaded } from "../shared/loaded.tsx";
import { SettingsSection } from "../shared/settings-section.tsx";
import { FirstPassword } from "./first-password.tsx";
import { PasswordForm } from "./password-form.tsx";
import { hasPassword, signInMethodsQuery } from "./sign-in-methods-query.ts";

export function PasswordSection() {
  const { data: me } = useMe();
  const methods = useQuery(signInMethodsQuery);
  return (
    <SettingsSection title="Password" about="Changing your password signs you out of all other sessions.">
      <Loaded query={methods}>
        {(list) => (hasPassword(list) ? <PasswordForm /> : <FirstPassword email={me?.user?.email ?? ""} />)}
      </Loaded>
    </SettingsSection>
  );
}
