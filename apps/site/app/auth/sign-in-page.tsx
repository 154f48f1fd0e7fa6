import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useSiteConfig } from "../api/use-site-config.ts";
import { emailFault } from "../forms/person.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { authClient } from "./auth-client.ts";
import { authFailure, retryAfterOf, wayBackFailure } from "./auth-failure.ts";
import { AuthPage } from "./auth-page.tsx";
import { FormMessage } from "../ui/form-message.tsx";
import { keepNext, nextPath } from "./next-path.ts";
import { PasswordInput } from "./password-input.tsx";
import { SignedInAway } from "./signed-in-away.tsx";
import { SocialButtons } from "./social-buttons.tsx";
import { useArrive } from "./use-arrive.ts";

export const meta = () => pageMeta({ title: "Sign in", indexed: false });

export default function SignInPage() {
  const { data: config } = useSiteConfig();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const arrive = useArrive();
  const [fault, setFault] = useState(() => wayBackFailure(search));
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: "", password: "" } });

  /** The password is right, but the address must be verified first. */
  const askForLink = async (email: string) => {
    let wait: string | null = null;
    const { error } = await authClient.sendVerificationEmail(
      { email, callbackURL: nextPath(search, location.origin) },
      { onError: ({ response }) => void (wait = retryAfterOf(response)) },
    );
    setFault(
      error
        ? authFailure(error, "Verify your email first. Couldn't send the link. Try again.", wait).message
        : `Verify your email first. We've sent a new link to ${email}.`,
    );
  };
  const signIn = handleSubmit(async ({ email, password }) => {
    setFault(undefined);
    let wait: string | null = null;
    const { data, error } = await authClient.signIn.email(
      { email: email.trim(), password },
      { onError: ({ response }) => void (wait = retryAfterOf(response)) },
    );
    if (error?.code === "EMAIL_NOT_VERIFIED") return askForLink(email.trim());
    // The error does not say which of the two is wrong, so that addresses cannot be probed.
    if (error) return setFault(authFailure(error, "Incorrect email or password.", wait).message);
    if ("twoFactorRedirect" in data) return navigate(keepNext("/sign-in/two-factor", search));
    return arrive();
  });

  return (
    <SignedInAway>
      <AuthPage
        title="Sign in"
        after={
          config?.signIn.signUp === false ? (
            "You need an invitation to create an account on this server."
          ) : (
            <>
              {"New here? "}
              <Link className="link" to={keepNext("/sign-up", search)}>
                Create an account
              </Link>
            </>
          )
        }
      >
        <SocialButtons passkey />
        <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void signIn(event)}>
          <Field label="Email" error={formState.errors.email?.message}>
            <Input
              type="email"
              autoComplete="username webauthn"
              {...register("email", { validate: (email) => emailFault(email) ?? true })}
            />
          </Field>
          <Field label="Password" error={formState.errors.password?.message}>
            <PasswordInput
              autoComplete="current-password"
              {...register("password", { required: "Password is required" })}
            />
          </Field>
          <FormMessage>{fault}</FormMessage>
          <Button type="submit" variant="primary" busy={formState.isSubmitting}>
            Sign in
          </Button>
          <ButtonLink to={keepNext("/sign-in/sso", search)}>Continue with SSO</ButtonLink>
          <Link className="link self-center text-sm" to={keepNext("/forgot-password", search)}>
            Forgot your password?
          </Link>
        </form>
      </AuthPage>
    </SignedInAway>
  );
}
