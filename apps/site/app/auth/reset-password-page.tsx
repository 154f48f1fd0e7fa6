import { useState } from "react";
import { useForm } from "react-hook-form";
import { useSearchParams } from "react-router";
import { pageMeta } from "../shell/page-meta.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Field } from "../ui/field.tsx";
import { authClient } from "./auth-client.ts";
import { authFailure, retryAfterOf } from "./auth-failure.ts";
import { AuthPage } from "./auth-page.tsx";
import { FormMessage } from "../ui/form-message.tsx";
import { keepNext } from "./next-path.ts";
import { PasswordInput } from "./password-input.tsx";
import { isTooCommon, passwordFault, passwordHint, tooCommon } from "./password.ts";

export const meta = () => pageMeta({ title: "Reset password", indexed: false });

/** Where the link of the mail leads: a new password, once. */
export default function ResetPasswordPage() {
  const [search] = useSearchParams();
  const token = search.get("token");
  const [stage, setStage] = useState<"open" | "expired" | "done">(
    token === null || search.has("error") ? "expired" : "open",
  );
  const [fault, setFault] = useState<string>();
  const { register, handleSubmit, formState, setError, watch } = useForm({ defaultValues: { password: "" } });

  const change = handleSubmit(async ({ password }) => {
    setFault(undefined);
    let wait: string | null = null;
    const { error } = await authClient.resetPassword(
      { newPassword: password, token: token ?? "" },
      { onError: ({ response }) => void (wait = retryAfterOf(response)) },
    );
    if (!error) return setStage("done");
    if (error.code === "INVALID_TOKEN") return setStage("expired");
    if (isTooCommon(error)) return setError("password", { message: tooCommon }, { shouldFocus: true });
    return setFault(authFailure(error, error.message ?? "Couldn't change the password.", wait).message);
  });

  if (stage === "expired")
    return (
      <AuthPage
        title="This link has expired"
        lead="Password reset links expire after an hour and can only be used once."
      >
        <ButtonLink to={keepNext("/forgot-password", search)} variant="primary">
          Send a new link
        </ButtonLink>
      </AuthPage>
    );
  if (stage === "done")
    return (
      <AuthPage title="Your password was changed" lead="You've been signed out of all other sessions.">
        <ButtonLink to={keepNext("/sign-in", search)} variant="primary">
          Sign in
        </ButtonLink>
      </AuthPage>
    );
  return (
    <AuthPage title="Choose a new password">
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void change(event)}>
        <Field label="New password" hint={passwordHint(watch("password"))} error={formState.errors.password?.message}>
          <PasswordInput
            autoComplete="new-password"
            {...register("password", { validate: (password) => passwordFault(password) ?? true })}
          />
        </Field>
        <FormMessage>{fault}</FormMessage>
        <Button type="submit" variant="primary" busy={formState.isSubmitting}>
          Change password
        </Button>
      </form>
    </AuthPage>
  );
}
