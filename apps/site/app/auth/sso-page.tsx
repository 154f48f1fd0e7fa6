import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useSearchParams } from "react-router";
import { RequestFailed } from "../api/request-failed.ts";
import { send } from "../api/send.ts";
import { emailFault } from "../forms/person.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { FormMessage } from "../ui/form-message.tsx";
import { Input } from "../ui/input.tsx";
import { AuthPage } from "./auth-page.tsx";
import { keepNext, nextPath } from "./next-path.ts";
import { spellRefusal } from "./spell-refusal.ts";

export const meta = () => pageMeta({ title: "Single sign-on", indexed: false });

/** Single sign-on: the address says which identity provider to go to. A refused sign-in returns here, too. */
export default function SsoPage() {
  const [search] = useSearchParams();
  const [fault, setFault] = useState(() => spellRefusal(search.get("error")));
  const [leaving, setLeaving] = useState(false);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: search.get("email") ?? "" } });

  const begin = handleSubmit(async ({ email }) => {
    setFault(undefined);
    try {
      const { url } = (await send("POST", "/internal/auth/sso/start", {
        body: { email: email.trim(), next: search.has("next") ? nextPath(search, location.origin) : undefined },
      })) as { url: string };
      setLeaving(true);
      location.assign(url);
    } catch (error) {
      setFault(failureOf(error));
    }
  });

  return (
    <AuthPage
      title="Single sign-on"
      lead="Sign in through your company's identity provider."
      after={
        <Link className="link" to={keepNext("/sign-in", search)}>
          Sign in another way
        </Link>
      }
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void begin(event)}>
        <Field label="Work email" error={formState.errors.email?.message}>
          <Input
            type="email"
            autoComplete="username"
            {...register("email", { validate: (email) => emailFault(email) ?? true })}
          />
        </Field>
        <FormMessage>{fault}</FormMessage>
        <Button type="submit" variant="primary" busy={formState.isSubmitting || leaving}>
          Continue
        </Button>
      </form>
    </AuthPage>
  );
}

function failureOf(error: unknown): string {
  if (!(error instanceof RequestFailed)) return "Couldn't start the sign-in. Try again.";
  if (error.status === 0 || error.status >= 500) return "Can't reach the server. Try again.";
  return error.suggestion === "" ? error.message : `${error.message} ${error.suggestion}`;
}
