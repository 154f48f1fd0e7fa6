import { useMutation } from "@tanstack/react-query";
import type { TeamSso } from "@weft/protocol";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { request } from "../../../api/request.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { FormMessage } from "../../../ui/form-message.tsx";
import { Input } from "../../../ui/input.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { toast } from "../../../ui/toast.ts";
import { certificatesIn } from "./certificates-in.ts";
import { spellFailure } from "./sso-query.ts";

export interface ConnectionFormProps {
  readonly teamId: string;
  readonly connection: TeamSso["connection"];
  readonly onSaved: (sso: TeamSso) => void;
  /** Undefined if there is nothing to return to. */
  readonly onCancel: (() => void) | undefined;
}

interface Values {
  readonly entityId: string;
  readonly signInUrl: string;
  readonly certificates: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

const mapped = [
  ["email", "Email attribute"],
  ["firstName", "First name attribute"],
  ["lastName", "Last name attribute"],
] as const;

/** The settings of an identity provider, from its metadata or by hand. */
export function ConnectionForm({ teamId, connection, onSaved, onCancel }: ConnectionFormProps) {
  const fileInput = useId();
  const [fileName, setFileName] = useState<string>();
  const { register, handleSubmit, formState, reset, getValues } = useForm<Values>({
    defaultValues: {
      entityId: connection?.entityId ?? "",
      signInUrl: connection?.signInUrl ?? "",
      certificates: connection?.certificates.map(({ pem }) => pem).join("\n") ?? "",
      email: connection?.attributes.email ?? "",
      firstName: connection?.attributes.firstName ?? "",
      lastName: connection?.attributes.lastName ?? "",
    },
  });
  const { errors } = formState;
  const read = useMutation({
    mutationFn: async (file: File) =>
      request("POST /internal/teams/{teamId}/sso/metadata", {
        path: { teamId },
        body: { metadata: await file.text() },
      }),
    onSuccess: ({ entityId, signInUrl, certificates }, { name }) => {
      reset({ ...getValues(), entityId, signInUrl, certificates: certificates.join("\n") });
      setFileName(name);
    },
  });
  const save = useMutation({
    mutationFn: ({ email, firstName, lastName, ...provider }: Values) =>
      request("PUT /internal/teams/{teamId}/sso/connection", {
        path: { teamId },
        body: {
          entityId: provider.entityId.trim(),
          signInUrl: provider.signInUrl.trim(),
          certificates: certificatesIn(provider.certificates),
          attributes: {
            email: email.trim() || null,
            firstName: firstName.trim() || null,
            lastName: lastName.trim() || null,
          },
        },
      }),
    onSuccess: (saved) => {
      toast({ title: "Connection saved", tone: "success" });
      onSaved(saved);
    },
  });
  return (
    <form
      noValidate
      aria-label="Identity provider"
      className="flex flex-col gap-4"
      onSubmit={(event) => void handleSubmit((values) => save.mutate(values))(event)}
    >
      <div className="flex flex-col gap-2">
        <label htmlFor={fileInput} className="sr-only">
          Metadata file
        </label>
        <input
          id={fileInput}
          type="file"
          accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = "";
            if (file) read.mutate(file);
          }}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button busy={read.isPending} onClick={() => document.getElementById(fileInput)?.click()}>
            Upload metadata file
          </Button>
          <p role="status" className="text-sm text-muted">
            {fileName === undefined ? "Or enter the settings by hand." : `Read from ${fileName}. Check, then save.`}
          </p>
        </div>
        <FormMessage>{spellFailure(read.error)}</FormMessage>
      </div>
      <Field label="Identity provider entity ID" error={errors.entityId?.message}>
        <Input spellCheck={false} {...register("entityId", { required: "Entity ID is required" })} />
      </Field>
      <Field label="Sign-in URL" error={errors.signInUrl?.message}>
        <Input type="url" spellCheck={false} {...register("signInUrl", { required: "Sign-in URL is required" })} />
      </Field>
      <Field
        label="Signing certificates"
        hint="As PEM. Add the next certificate before the identity provider changes to it."
        error={errors.certificates?.message}
      >
        <Textarea
          spellCheck={false}
          className="font-mono text-xs"
          {...register("certificates", { required: "A certificate is required" })}
        />
      </Field>
      <details className="text-sm">
        <summary className="cursor-pointer font-medium">Attribute mapping</summary>
        <div className="mt-3 flex flex-col gap-4">
          <p className="text-muted">
            Leave empty to use the usual attribute names, such as email, givenName and sn, or the NameID for the email.
          </p>
          {mapped.map(([name, label]) => (
            <Field key={name} label={label} optional>
              <Input spellCheck={false} {...register(name)} />
            </Field>
          ))}
        </div>
      </details>
      <FormMessage>{spellFailure(save.error)}</FormMessage>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save connection
        </Button>
        {onCancel && (
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
