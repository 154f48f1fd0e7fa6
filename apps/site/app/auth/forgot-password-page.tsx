import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useSearchParams } from "react-router";
import { useSiteConfig } from "../api/use-site-config.ts";
import { emailFault } from "../forms/person.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { authClient } from "./auth-client.ts";
import { authFailure, retryAfterOf } from "./auth-failure.ts";
import { AuthPage } from "./auth-page.tsx";
import { FormMessage } from "../ui/form-message.tsx";
import { keepNext, mailedNext } from "./next-path.ts";

export const meta = () => pageMeta({ title: "Forgot password", indexed: false });

/** The answer is the same whether or not the address has an account. */
export default function ForgotPasswordPage() {
  const { data: config } = useSiteConfig();
  const [search] = useSearchParams();
  const [sentTo, setSentTo] = useState<string>();
  const [fault, setFault] = useState<string>();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: "" } });

  const ask = handleSubmit(async ({ email }) => {
    setFault(undefined);
    let wait: string | null = null;
    const { error } = await authClient.requestPasswordReset(
      { email: email.trim(), redirectTo: mailedNext(search, location.origin) ?? "/" },
      { onError: ({ response }) => void (wait = retryAfterOf(response)) },
    );
    if (error) return setFault(authFailure(error, "Couldn't send the email.", wait).message);
    return setSentTo(email.trim());
  });

  const back = (
    <Link className="link" to={keepNext("/sign-in", search)}>
      Back to sign in
    </Link>
  );
  if (sentTo !== undefined)
    return (
      <AuthPage
        title="Check your inbox"
        lead={`If ${sentTo} has an account, we've sent a link to reset your password. It expires in an hour.`}
        after={back}
      >
        {config?.signIn.mail === false && (
          <p className="text-sm text-muted">
            This server doesn't send email. Its administrator can find the link in the server log.
          </p>
        )}
      </AuthPage>
    );
  return (
    <AuthPage
      title="Forgot your password?"
      lead="We'll email you a link to choose a new one. You can also use it to set your first password."
      after={back}
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void ask(event)}>
        <Field label="Email" error={formState.errors.email?.message}>
          <Input
            type="email"
            autoComplete="username"
            {...register("email", { validate: (email) => emailFault(email) ?? true })}
          />
        </Field>
        <FormMessage>{fault}</FormMessage>
        <Button type="submit" variant="primary" busy={formState.isSubmitting}>
          Send reset link
        </Button>
      </form>
    </AuthPage>
  );
}
