import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useSearchParams } from "react-router";
import { pageMeta } from "../shell/page-meta.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { authClient } from "./auth-client.ts";
import { authFailure, retryAfterOf } from "./auth-failure.ts";
import { AuthPage } from "./auth-page.tsx";
import { FormMessage } from "../ui/form-message.tsx";
import { keepNext } from "./next-path.ts";
import { useArrive } from "./use-arrive.ts";

export const meta = () => pageMeta({ title: "Two-factor authentication", indexed: false });

/** The second step of a sign-in: a code of an authenticator app, or one of the backup codes. */
export default function TwoFactorPage() {
  const [search] = useSearchParams();
  const arrive = useArrive();
  const [kind, setKind] = useState<"app" | "backup">("app");
  const [trustDevice, setTrustDevice] = useState(false);
  const [fault, setFault] = useState<string>();
  const { register, handleSubmit, formState, reset } = useForm({ defaultValues: { code: "" } });

  const verify = handleSubmit(async ({ code }) => {
    setFault(undefined);
    let wait: string | null = null;
    const options = { onError: ({ response }: { response: Response }) => void (wait = retryAfterOf(response)) };
    const typed = code.replaceAll(/\s/gu, "");
    const { error } =
      kind === "app"
        ? await authClient.twoFactor.verifyTotp({ code: typed, trustDevice }, options)
        : await authClient.twoFactor.verifyBackupCode({ code: typed, trustDevice }, options);
    if (error) return setFault(authFailure(error, refusalOf(error.code), wait).message);
    return arrive();
  });

  const change = () => {
    setKind(kind === "app" ? "backup" : "app");
    setFault(undefined);
    reset();
  };
  return (
    <AuthPage
      title="Two-factor authentication"
      lead={
        kind === "app"
          ? "Enter the 6-digit code from your authenticator app."
          : "Enter one of your backup codes. Each code can be used once."
      }
      after={
        <Link className="link" to={keepNext("/sign-in", search)}>
          Back to sign in
        </Link>
      }
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void verify(event)}>
        <Field label={kind === "app" ? "Code" : "Backup code"} error={formState.errors.code?.message}>
          <Input
            key={kind}
            autoComplete="one-time-code"
            inputMode={kind === "app" ? "numeric" : "text"}
            className="font-mono tracking-widest"
            {...register("code", {
              validate: (code) =>
                kind === "app"
                  ? /^\s*(\d\s*){6}$/u.test(code) || "Enter 6 digits"
                  : code.trim() !== "" || "Enter a backup code",
            })}
          />
        </Field>
        <Checkbox label="Trust this device for 30 days" checked={trustDevice} onCheckedChange={setTrustDevice} />
        <FormMessage>{fault}</FormMessage>
        <Button type="submit" variant="primary" busy={formState.isSubmitting}>
          Verify
        </Button>
        <Button variant="ghost" onClick={change}>
          {kind === "app" ? "Use a backup code" : "Use the authenticator app"}
        </Button>
      </form>
    </AuthPage>
  );
}

/** The password was given in another window, or too long ago: no code helps then. */
function refusalOf(code: string | undefined): string {
  return code === "INVALID_TWO_FACTOR_COOKIE"
    ? "This step has timed out. Go back and sign in again."
    : "This code is incorrect or was already used.";
}
