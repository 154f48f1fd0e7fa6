import type { Form, ShownQuestion, ShownResponse } from "./read-form.ts";
import { tallyOf } from "./tally.ts";
import type { FormEdits } from "./use-form-edits.ts";

interface ResultsTabProps {
  readonly form: Form;
  readonly edits: FormEdits;
  readonly onFillIn: () => void;
}

/** The responses so far, counted for each question. */
export function ResultsTab({ form: { title, questions, responses }, edits, onFillIn }: ResultsTabProps) {
  if (responses.length === 0)
    return (
      <div className="form-empty">
        <p>
          <strong>No responses yet.</strong> They appear here as they are submitted, without a reload.
        </p>
        <button type="button" className="button" data-kind="primary" onClick={onFillIn}>
          Fill in the form
        </button>
      </div>
    );
  return (
    <>
      <div className="form-heading results-heading">
        <div>
          <h2>{title}</h2>
          <p role="status">
            {responses.length} {responses.length === 1 ? "response" : "responses"}, the latest by {responses[0]!.name}
          </p>
        </div>
        <button type="button" className="button" onClick={edits.clearResponses}>
          Delete responses
        </button>
      </div>
      {questions.map((question) => (
        <QuestionResult key={question.id} question={question} responses={responses} />
      ))}
    </>
  );
}

const shownTexts = 10;

function QuestionResult(props: { readonly question: ShownQuestion; readonly responses: readonly ShownResponse[] }) {
  const { question, responses } = props;
  const { answered, counts, average, texts } = tallyOf(question, responses);
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <section className="result" aria-label={`Results: ${question.label}`}>
      <h3>{question.label}</h3>
      <p className="result-note">
        {answered} of {responses.length} answered{average === null ? "" : `, average ${average}`}
      </p>
      {counts.length > 0 && (
        <dl className="result-counts">
          {counts.map(({ id, label, count }) => (
            <div key={id}>
              <dt>{label}</dt>
              <dd>
                <span className="result-bar" style={{ width: `${(count / most) * 100}%` }} aria-hidden="true" />
                <span className="result-count">{count}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {texts.length > 0 && (
        <ul className="result-texts">
          {texts.slice(0, shownTexts).map(({ id, text, name }) => (
            <li key={id}>
              <q>{text}</q> <span>{name}</span>
            </li>
          ))}
          {texts.length > shownTexts && <li>And {texts.length - shownTexts} earlier answers</li>}
        </ul>
      )}
    </section>
  );
}
