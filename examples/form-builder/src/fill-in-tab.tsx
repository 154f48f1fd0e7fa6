import { useState } from "react";
import { answersToSend, problemWith } from "./answers.ts";
import { QuestionField } from "./question-field.tsx";
import type { Form } from "./read-form.ts";
import { mostResponses } from "./room-types.ts";
import type { Answers } from "./room-types.ts";
import type { FormEdits } from "./use-form-edits.ts";

interface FillInTabProps {
  readonly form: Form;
  readonly name: string;
  readonly edits: FormEdits;
}

/** The form as respondents see it. Answers are in this window until they are submitted. */
export function FillInTab({ form: { title, description, questions, responses }, name, edits }: FillInTabProps) {
  const [answers, setAnswers] = useState<Answers>({});
  const [attempted, setAttempted] = useState(false);
  const [isSubmitted, setSubmitted] = useState(false);

  if (questions.length === 0) return <p className="form-empty">This form has no questions yet. Add some under Edit.</p>;
  if (responses.length >= mostResponses)
    return <p className="form-empty">This form has {mostResponses} responses and is closed.</p>;
  if (isSubmitted)
    return (
      <section className="form-sent" role="status">
        <h2>Response submitted</h2>
        <p>It is now in the results, for everyone in the room.</p>
        <button type="button" className="button" onClick={() => setSubmitted(false)}>
          Submit another response
        </button>
      </section>
    );

  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const wrong = questions.find((question) => problemWith(question, answers[question.id]) !== null);
        setAttempted(wrong !== undefined);
        if (wrong) {
          document.getElementById(`field-${wrong.id}`)?.querySelector<HTMLElement>("input, textarea")?.focus();
          return;
        }
        edits.submit({ name, at: Date.now(), answers: answersToSend(questions, answers) });
        setAnswers({});
        setSubmitted(true);
      }}
    >
      <div className="form-heading">
        <h2>{title}</h2>
        {description !== "" && <p>{description}</p>}
      </div>
      {questions.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          answer={answers[question.id]}
          problem={attempted ? problemWith(question, answers[question.id]) : null}
          onAnswer={(answer) => setAnswers({ ...answers, [question.id]: answer })}
        />
      ))}
      <button type="submit" className="button" data-kind="primary">
        Submit
      </button>
    </form>
  );
}
