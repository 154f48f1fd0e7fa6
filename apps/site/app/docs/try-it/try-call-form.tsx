import { useState } from "react";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { FormMessage } from "../../ui/form-message.tsx";
import { ProjectPicker } from "../own-keys/project-picker.tsx";
import type { PickedProject } from "../own-keys/project-picker.tsx";
import { confirmationOf } from "./confirmation-of.ts";
import { initialValues, keyOf, requestOf } from "./request-of.ts";
import { sendCall } from "./send-call.ts";
import type { TryResponse } from "./send-call.ts";
import { TryFieldControl } from "./try-field-control.tsx";
import type { TryForm } from "./try-form.ts";
import { TryResult } from "./try-result.tsx";

type Outcome =
  | { readonly kind: "none" | "submitting" }
  | { readonly kind: "success"; readonly response: TryResponse }
  | { readonly kind: "error"; readonly message: string };

/** The fields of a call, and what the server answered. */
export function TryCallForm({
  form,
  projects,
  projectId,
  onPick,
}: {
  form: TryForm;
  projects: readonly PickedProject[];
  projectId: string | undefined;
  onPick: (id: string) => void;
}) {
  const [values, setValues] = useState(() => initialValues(form));
  const [file, setFile] = useState<File | undefined>();
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [outcome, setOutcome] = useState<Outcome>({ kind: "none" });
  const [asking, setAsking] = useState(false);
  const project = projects.find(({ id }) => id === projectId);
  if (project === undefined || projectId === undefined)
    return <ProjectPicker label="Project" projects={[]} projectId={undefined} onPick={onPick} />;
  const confirmation = confirmationOf(form.method, project);

  const send = () => {
    const request = requestOf(form, values);
    if ("faults" in request) return;
    setAsking(false);
    setOutcome({ kind: "submitting" });
    sendCall(projectId, form.method, { ...request, body: form.body === "bytes" ? file : request.body }).then(
      (response) => setOutcome({ kind: "success", response }),
      () => setOutcome({ kind: "error", message: "The server could not be reached. Try again." }),
    );
  };
  const submit = () => {
    const request = requestOf(form, values);
    const missing: Readonly<Record<string, string>> =
      form.body === "bytes" && file === undefined ? { file: "Choose a file." } : {};
    const found = { ...("faults" in request ? request.faults : {}), ...missing };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    if (confirmation === undefined) send();
    else setAsking(true);
  };
  return (
    <form
      className="try-form"
      aria-label={`Try ${form.summary}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="own-keys">
        <ProjectPicker label="Project" projects={projects} projectId={projectId} onPick={onPick} />
      </div>
      {form.fields.map((field) => (
        <TryFieldControl
          key={keyOf(field)}
          field={field}
          value={values[keyOf(field)] ?? ""}
          error={faults[keyOf(field)]}
          onChange={(value) => setValues((before) => ({ ...before, [keyOf(field)]: value }))}
        />
      ))}
      {form.body === "bytes" && (
        <label className="try-file">
          <span>File</span>
          <input type="file" onChange={(event) => setFile(event.target.files?.[0])} />
          {faults["file"] !== undefined && <span role="alert">{faults["file"]}</span>}
        </label>
      )}
      <Button type="submit" variant="primary" busy={outcome.kind === "submitting"} className="self-start">
        Send request
      </Button>
      {outcome.kind === "error" && <FormMessage>{outcome.message}</FormMessage>}
      {outcome.kind === "success" && <TryResult response={outcome.response} />}
      {confirmation !== undefined && (
        <AlertDialog
          open={asking}
          onOpenChange={setAsking}
          title={`${form.summary}?`}
          action="Send request"
          danger={confirmation.danger}
          onConfirm={send}
        >
          {confirmation.text}
        </AlertDialog>
      )}
    </form>
  );
}
