import { choicesOf, scale, textOf } from "./answers.ts";
import type { ShownQuestion } from "./read-form.ts";
import { longestAnswer } from "./room-types.ts";
import type { Answers } from "./room-types.ts";

type Answer = Answers[string];

interface QuestionFieldProps {
  readonly question: ShownQuestion;
  readonly answer: Answer | undefined;
  readonly problem: string | null;
  readonly onAnswer: (answer: Answer) => void;
}

/** A question to answer. */
export function QuestionField({ question, answer, problem, onAnswer }: QuestionFieldProps) {
  const { id, kind, label, isRequired } = question;
  const labelId = `label-${id}`;
  const problemId = `problem-${id}`;
  const described = problem === null ? {} : { "aria-describedby": problemId, "aria-invalid": true };
  const field = { "aria-labelledby": labelId, "aria-required": isRequired, value: textOf(answer), ...described };
  return (
    <div className="field" id={`field-${id}`}>
      <p id={labelId} className="field-label">
        {label} {isRequired ? <span>(required)</span> : null}
      </p>
      {kind === "short" && (
        <input {...field} type="text" maxLength={longestAnswer} onChange={({ target }) => onAnswer(target.value)} />
      )}
      {kind === "long" && (
        <textarea {...field} rows={4} maxLength={longestAnswer} onChange={({ target }) => onAnswer(target.value)} />
      )}
      {kind === "date" && <input {...field} type="date" onChange={({ target }) => onAnswer(target.value)} />}
      {(kind === "single" || kind === "multiple" || kind === "scale") && (
        <Choices
          question={question}
          answer={answer}
          labelId={labelId}
          problemId={problem && problemId}
          onAnswer={onAnswer}
        />
      )}
      {problem !== null && (
        <p id={problemId} className="field-problem">
          {problem}
        </p>
      )}
    </div>
  );
}

interface ChoicesProps extends Pick<QuestionFieldProps, "question" | "answer" | "onAnswer"> {
  readonly labelId: string;
  readonly problemId: string | null;
}

function Choices({ question: { id, kind, options }, answer, labelId, problemId, onAnswer }: ChoicesProps) {
  const chosen = choicesOf(answer);
  const choices = kind === "scale" ? scale.map((step) => ({ id: step, label: step })) : options;
  return (
    <div
      className="choices"
      data-kind={kind}
      role={kind === "multiple" ? "group" : "radiogroup"}
      aria-labelledby={labelId}
      aria-describedby={problemId ?? undefined}
    >
      {choices.map((choice) => (
        <label key={choice.id}>
          <input
            type={kind === "multiple" ? "checkbox" : "radio"}
            name={`choices-${id}`}
            checked={chosen.includes(choice.id)}
            onChange={({ target }) => {
              if (kind !== "multiple") onAnswer(choice.id);
              else if (target.checked) onAnswer([...chosen, choice.id]);
              else onAnswer(chosen.filter((one) => one !== choice.id));
            }}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}
