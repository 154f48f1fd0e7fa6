import { displayNameFault } from "@weft/protocol/internal/form-rules";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useSiteConfig } from "../api/use-site-config.ts";
import { emailFault, nameFault, optionalNameFault } from "../forms/person.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { authClient } from "./auth-client.ts";
import { authFailure, retryAfterOf } from "./auth-failure.ts";
import { AuthPage } from "./auth-page.tsx";
import { FormMessage } from "../ui/form-message.tsx";
import { keepNext, mailedNext } from "./next-path.ts";
import { PasswordInput } from "./password-input.tsx";
import { isTooCommon, passwordFault, passwordHint, tooCommon } from "./password.ts";
import { SignedInAway } from "./signed-in-away.tsx";
import { SocialButtons } from "./social-buttons.tsx";
import { useArrive } from "./use-arrive.ts";

export const meta = () => pageMeta({ title: "Sign up", indexed: false });

const taken = "This email may already have an account. Sign in instead.";

export default function SignUpPage() {
  const { data: config } = useSiteConfig();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const arrive = useArrive();
  const [fault, setFault] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();
  const { register, handleSubmit, formState, setError, watch } = useForm({
    defaultValues: { firstName: "", lastName: "", email: search.get("email") ?? "", password: "", teamName: "" },
  });

  const signUp = handleSubmit(async (typed) => {
    setFault(undefined);
    const email = typed.email.trim();
    const [firstName, lastName] = [typed.firstName.trim(), typed.lastName.trim()];
    const teamName = typed.teamName.trim();
    const next = mailedNext(search, location.origin);
    let wait: string | null = null;
    const { error } = await authClient.signUp.email(
      {
        email,
        password: typed.password,
        name: `${firstName} ${lastName}`.trim(),
        firstName,
        lastName,
        // The server creates the team with the account, so its name is known even if the user must verify the email
        // first.
        ...(teamName !== "" && { teamName }),
        ...(next !== undefined && { callbackURL: next }),
      },
      { onError: ({ response }) => void (wait = retryAfterOf(response)) },
    );
    if (error && isTooCommon(error)) return setError("password", { message: tooCommon }, { shouldFocus: true });
    if (error) return setFault(authFailure(error, error.message ?? "Couldn't create the account.", wait).message);
    // The server's answer does not reveal whether the address has an account. If the server sends emails, its owner
    // learns it from one.
    if (config?.signIn.mail === true) return setSentTo(email);
    const signedIn = await authClient.signIn.email(
      { email, password: typed.password },
      { onError: ({ response }) => void (wait = retryAfterOf(response)) },
    );
    if (signedIn.error?.code === "EMAIL_NOT_VERIFIED") return setSentTo(email);
    if (signedIn.error) return setFault(authFailure(signedIn.error, taken, wait).message);
    if ("twoFactorRedirect" in signedIn.data) return navigate(keepNext("/sign-in/two-factor", search));
    return arrive();
  });

  if (sentTo !== undefined)
    return (
      <AuthPage
        title="Check your inbox"
        lead={`We sent a link to ${sentTo}. Open it to verify your email.`}
        after={
          <Link className="link" to={keepNext("/sign-in", search)}>
            Back to sign in
          </Link>
        }
      />
    );
  if (config?.signIn.signUp === false && !search.has("email"))
    return (
      <AuthPage
        title="Sign-up is closed"
        lead="You need an invitation to create an account on this server. Ask an owner of your team."
      >
        <ButtonLink to="/sign-in">Sign in</ButtonLink>
      </AuthPage>
    );
  return (
    <SignedInAway>
      <AuthPage
        title="Create an account"
        after={
          <>
            {"Already have an account? "}
            <Link className="link" to={keepNext("/sign-in", search)}>
              Sign in
            </Link>
          </>
        }
      >
        <SocialButtons passkey={false} />
        <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void signUp(event)}>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="First name" error={formState.errors.firstName?.message}>
              <Input
                autoComplete="given-name"
                {...register("firstName", { validate: (name) => nameFault("First name", name) ?? true })}
              />
            </Field>
            <Field label="Last name (optional)" error={formState.errors.lastName?.message}>
              <Input
                autoComplete="family-name"
                {...register("lastName", { validate: (name) => optionalNameFault("Last name", name) ?? true })}
              />
            </Field>
          </div>
          <Field label="Email" error={formState.errors.email?.message}>
            <Input
              type="email"
              autoComplete="username"
              {...register("email", { validate: (email) => emailFault(email) ?? true })}
            />
          </Field>
          <Field label="Password" hint={passwordHint(watch("password"))} error={formState.errors.password?.message}>
            <PasswordInput
              autoComplete="new-password"
              {...register("password", { validate: (password) => passwordFault(password) ?? true })}
            />
          </Field>
          {!search.has("next") && (
            <Field label="Team name" optional error={formState.errors.teamName?.message}>
              <Input
                autoComplete="organization"
                {...register("teamName", {
                  validate: (name) =>
                    name.trim() === "" || (displayNameFault("Team", name, config?.limits.teamNameLength) ?? true),
                })}
              />
            </Field>
          )}
          <FormMessage>{fault}</FormMessage>
          <Button type="submit" variant="primary" busy={formState.isSubmitting}>
            Sign up
          </Button>
        </form>
      </AuthPage>
    </SignedInAway>
  );
}
