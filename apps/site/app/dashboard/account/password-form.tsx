import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { authClient } from "../../auth/auth-client.ts";
import { authFailure, retryAfterOf } from "../../auth/auth-failure.ts";
import { FormMessage } from "../../ui/form-message.tsx";
import { PasswordInput } from "../../auth/password-input.tsx";
import { isTooCommon, passwordFault, passwordHint, tooCommon } from "../../auth/password.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { sessionsKey } from "./open-sessions.tsx";

export function PasswordForm() {
  const queries = useQueryClient();
  const [fault, setFault] = useState<string>();
  const { register, handleSubmit, formState, setError, watch, reset } = useForm({
    defaultValues: { current: "", next: "" },
  });
  const change = handleSubmit(async ({ current, next }) => {
    setFault(undefined);
    let wait: string | null = null;
    const { error } = await authClient.changePassword(
      { currentPassword: current, newPassword: next, revokeOtherSessions: true },
      { onError: ({ response }) => void (wait = retryAfterOf(response)) },
    );
    if (error && isTooCommon(error)) return setError("next", { message: tooCommon }, { shouldFocus: true });
    if (error)
      return setFault(
        authFailure(
          error,
          error.code === "INVALID_PASSWORD"
            ? "Incorrect current password."
            : (error.message ?? "Couldn't change the password."),
          wait,
        ).message,
      );
    reset();
    toast({ title: "Password changed", tone: "success" });
    return queries.invalidateQueries({ queryKey: sessionsKey });
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void change(event)}>
      <Field label="Current password" error={formState.errors.current?.message}>
        <PasswordInput
          autoComplete="current-password"
          {...register("current", { required: "Current password is required" })}
        />
      </Field>
      <Field label="New password" hint={passwordHint(watch("next"))} error={formState.errors.next?.message}>
        <PasswordInput
          autoComplete="new-password"
          {...register("next", { validate: (password) => passwordFault(password) ?? true })}
        />
      </Field>
      <FormMessage>{fault}</FormMessage>
      <Button type="submit" className="self-start" busy={formState.isSubmitting}>
        Change password
      </Button>
    </form>
  );
}
