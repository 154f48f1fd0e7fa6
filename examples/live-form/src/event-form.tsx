import { useUpdateMyPresence } from "@weft/react";
import { HistoryButtons, useScriptedVisitor } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { useState } from "react";
import { playColleague } from "./colleague.ts";
import { fields, problemWith } from "./fields.ts";
import { FormField } from "./form-field.tsx";
import { useAnswers } from "./use-answers.ts";
import { useOccupants } from "./use-occupants.ts";

/** One form for everyone in the room: values, who is in which field, and whether it was submitted. */
export function EventForm({ session }: { readonly session: Session }) {
  const { answers, submittedBy, answer, setSubmittedBy } = useAnswers();
  const occupants = useOccupants();
  const updatePresence = useUpdateMyPresence();
  const [attempted, setAttempted] = useState(false);
  useScriptedVisitor(session, answers !== null, { field: null }, playColleague);

  if (answers === null)
    return (
      <p className="form-loading" role="status">
        Loading the form…
      </p>
    );
  const valid = fields.filter((field) => problemWith(field, answers[field.name]) === null).length;

  if (submittedBy !== "")
    return (
      <section className="form-done" role="status">
        <h2>Request submitted</h2>
        <p>
          {submittedBy} submitted “{answers.title}” for {answers.guests} guests in the {answers.room}.
        </p>
        <button type="button" className="button" onClick={() => setSubmittedBy("")}>
          Edit the request
        </button>
      </section>
    );

  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const wrong = fields.find((field) => problemWith(field, answers[field.name]) !== null);
        setAttempted(wrong !== undefined);
        if (wrong === undefined) setSubmittedBy(session.visitor.name);
        else document.getElementById(wrong.name)?.focus();
      }}
    >
      <div className="form-head">
        <div>
          <h2>Event request</h2>
          <p data-testid="progress">
            {valid} of {fields.length} fields complete
          </p>
        </div>
        <HistoryButtons />
      </div>
      {fields.map((field) => (
        <FormField
          key={field.name}
          field={field}
          value={answers[field.name]}
          problem={attempted ? problemWith(field, answers[field.name]) : null}
          occupant={occupants.get(field.name)}
          onChange={(value) => answer(field.name, value)}
          onFocus={() => updatePresence({ field: field.name })}
          onBlur={() => updatePresence({ field: null })}
        />
      ))}
      <button type="submit" className="button" data-kind="primary">
        Submit request
      </button>
    </form>
  );
}
