import type { Me } from "@weft/protocol";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { useMe } from "../../api/use-me.ts";
import { useSiteConfig } from "../../api/use-site-config.ts";
import { authClient } from "../../auth/auth-client.ts";
import { FormMessage } from "../../ui/form-message.tsx";
import { emailFault, nameFault } from "../../forms/person.ts";
import { displayName } from "../../shell/display-name.ts";
import { pageMeta } from "../../shell/page-meta.ts";
import { useTheme } from "../../theme/use-theme.ts";
import { chooseTheme } from "../../theme/theme.ts";
import type { Theme } from "../../theme/theme.ts";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { Switch } from "../../ui/switch.tsx";
import { toast } from "../../ui/toast.ts";
import { PageHead } from "../shared/page-head.tsx";
import { PictureInput } from "../shared/picture-input.tsx";
import { SettingsSection } from "../shared/settings-section.tsx";
import { useUpdateMe } from "./use-update-me.ts";

export const meta = () => pageMeta({ title: "Profile", indexed: false });

type User = NonNullable<Me["user"]>;

export default function ProfilePage() {
  const { data: me } = useMe();
  const update = useUpdateMe();
  if (!me?.user) return null;
  const { user } = me;
  return (
    <>
      <PageHead title="Profile">Your name, email and display settings.</PageHead>
      <div className="flex flex-col gap-5">
        <SettingsSection title="Picture" about="Shown next to your name. Cropped to a square.">
          <PictureInput
            id={user.id}
            name={displayName(user)}
            image={user.image}
            onChange={(image) => update({ image })}
          />
        </SettingsSection>
        <SettingsSection title="Name">
          <NameForm user={user} />
        </SettingsSection>
        <SettingsSection title="Email" about="Used to sign in and to receive invitations.">
          <EmailForm user={user} />
        </SettingsSection>
        <SettingsSection title="Display" about="Applies on all your devices.">
          <DisplayForm me={me} />
        </SettingsSection>
        <SettingsSection
          title="Delete account"
          danger
          about="You leave every team, and your sign-in methods are deleted. Teams and their projects are not deleted. If you are a team's only owner, add another owner first."
        >
          <DeleteAccount email={user.email} />
        </SettingsSection>
      </div>
    </>
  );
}

function NameForm({ user }: { user: User }) {
  const update = useUpdateMe();
  const [failed, setFailed] = useState(false);
  const { register, handleSubmit, formState, reset } = useForm({
    defaultValues: { firstName: user.firstName, lastName: user.lastName },
  });
  const save = handleSubmit(async ({ firstName, lastName }) => {
    setFailed(false);
    try {
      await update({ firstName: firstName.trim(), lastName: lastName.trim() });
      reset({ firstName: firstName.trim(), lastName: lastName.trim() });
      toast({ title: "Name saved", tone: "success" });
    } catch {
      setFailed(true);
    }
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" error={formState.errors.firstName?.message}>
          <Input
            autoComplete="given-name"
            {...register("firstName", { validate: (name) => nameFault("First name", name) ?? true })}
          />
        </Field>
        <Field label="Last name" error={formState.errors.lastName?.message}>
          <Input autoComplete="family-name" {...register("lastName")} />
        </Field>
      </div>
      <FormMessage>{failed ? "Couldn't save your name. Try again." : undefined}</FormMessage>
      <Button type="submit" className="self-start" disabled={!formState.isDirty} busy={formState.isSubmitting}>
        Save name
      </Button>
    </form>
  );
}

function EmailForm({ user }: { user: User }) {
  const { data: config } = useSiteConfig();
  const [stage, setStage] = useState<{ readonly kind: "none" | "sent" | "failed"; readonly message?: string }>({
    kind: "none",
  });
  const [resending, setResending] = useState(false);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: user.email } });
  const save = handleSubmit(async ({ email }) => {
    const { error } = await authClient.changeEmail({ newEmail: email.trim(), callbackURL: "/dashboard/account" });
    setStage(
      error
        ? { kind: "failed", message: "Couldn't change the address. Try again." }
        : {
            kind: "sent",
            message: `To continue, open the link that was sent to ${user.emailVerified ? user.email : email.trim()}.`,
          },
    );
  });
  const resend = async () => {
    setResending(true);
    const { error } = await authClient.sendVerificationEmail({ email: user.email });
    setResending(false);
    setStage(
      error
        ? { kind: "failed", message: "Couldn't send the link. Try again." }
        : { kind: "sent", message: `We've sent a link to ${user.email} to confirm the address.` },
    );
  };
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
      <Field
        label={
          <span className="flex items-center gap-2">
            Email
            {user.emailVerified ? <Badge tone="success">Verified</Badge> : <Badge tone="warning">Not verified</Badge>}
          </span>
        }
        error={formState.errors.email?.message}
      >
        <Input
          type="email"
          autoComplete="email"
          {...register("email", { validate: (email) => emailFault(email) ?? true })}
        />
      </Field>
      <FormMessage>{stage.kind === "failed" ? stage.message : undefined}</FormMessage>
      {stage.kind === "sent" && (
        <p role="status" className="text-sm text-muted">
          {stage.message}
          {config?.signIn.mail === false &&
            " This server doesn't send email. Its administrator can find the link in the server log."}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={!formState.isDirty} busy={formState.isSubmitting}>
          Change email
        </Button>
        {!user.emailVerified && (
          <Button variant="ghost" busy={resending} onClick={() => void resend()}>
            Send the link again
          </Button>
        )}
      </div>
    </form>
  );
}

const themes = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "system", label: "System", hint: "Follows this device." },
] as const;

function DisplayForm({ me }: { me: Me }) {
  const theme = useTheme();
  const update = useUpdateMe();
  const { preferences } = me;
  return (
    <div className="flex flex-col gap-6">
      <RadioGroup<Theme>
        legend="Theme"
        options={themes}
        value={theme}
        onValueChange={(next) => {
          chooseTheme(next);
          void update({ preferences: { theme: next } });
        }}
      />
      <RadioGroup<"comfortable" | "compact">
        legend="Rows"
        options={[
          { value: "comfortable", label: "Comfortable" },
          { value: "compact", label: "Compact", hint: "Shows more rows." },
        ]}
        value={preferences.density ?? "comfortable"}
        onValueChange={(density) => void update({ preferences: { density } })}
      />
      <RadioGroup<"local" | "utc">
        legend="Times"
        options={[
          { value: "local", label: "In this device’s time zone" },
          { value: "utc", label: "In UTC" },
        ]}
        value={preferences.timeZone ?? "local"}
        onValueChange={(timeZone) => void update({ preferences: { timeZone } })}
      />
      <Switch
        label="Single-letter shortcuts"
        hint="Such as G then R for rooms. Press ? to see all of them."
        checked={preferences.singleKeyShortcuts ?? true}
        onCheckedChange={(singleKeyShortcuts) => void update({ preferences: { singleKeyShortcuts } })}
      />
    </div>
  );
}

function DeleteAccount({ email }: { email: string }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const remove = async () => {
    setBusy(true);
    setFault(undefined);
    const { error } = await authClient.deleteUser();
    setBusy(false);
    if (!error) return navigate("/sign-out", { replace: true });
    return setFault(
      error.code === "SESSION_EXPIRED" || error.code === "SESSION_NOT_FRESH"
        ? "To delete your account, sign out and sign in again first."
        : (error.message ?? "Couldn't delete the account."),
    );
  };
  return (
    <AlertDialog
      trigger={<Button variant="danger">Delete account</Button>}
      title="Delete your account?"
      action="Delete account"
      typed={email}
      busy={busy}
      error={fault}
      onConfirm={() => void remove()}
    >
      This permanently deletes your name, sign-in methods and team memberships.
    </AlertDialog>
  );
}
