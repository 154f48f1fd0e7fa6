import { AddForm, DeleteButton, EditableText } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";
import type { ReactNode } from "react";
import type { ShownQuestion } from "./read-form.ts";
import { kindNames, longestLabel, mostOptions } from "./room-types.ts";
import type { FormEdits } from "./use-form-edits.ts";

interface QuestionCardProps {
  readonly question: ShownQuestion;
  readonly handle: ReactNode;
  /** The other person who is editing it. */
  readonly editor: Visitor | undefined;
  readonly edits: FormEdits;
}

/** A question that can be edited. */
export function QuestionCard({ question, handle, editor, edits }: QuestionCardProps) {
  const { id, kind, label, isRequired, options } = question;
  return (
    <section
      className="question"
      aria-label={`Question: ${label}`}
      data-testid="question"
      data-question={id}
      data-others={editor ? true : undefined}
    >
      <div className="question-head">
        {handle}
        <EditableText
          className="question-label"
          value={label}
          label={`Question: ${label}`}
          longest={longestLabel}
          onSave={(text) => edits.changeQuestion(id, { label: text })}
        />
        <DeleteButton label={`Delete: ${label}`} onDelete={() => edits.removeQuestion(id)} />
      </div>
      {(kind === "single" || kind === "multiple") && (
        <div className="question-options">
          <ul>
            {options.map((option) => (
              <li key={option.id}>
                <span className="option-mark" data-kind={kind} aria-hidden="true" />
                <EditableText
                  value={option.label}
                  label={`Option: ${option.label}`}
                  longest={longestLabel}
                  onSave={(text) => edits.renameOption(id, option.id, text)}
                />
                <DeleteButton
                  label={`Delete option: ${option.label}`}
                  onDelete={() => edits.removeOption(id, option.id)}
                />
              </li>
            ))}
          </ul>
          {options.length < mostOptions && (
            <AddForm
              label={`New option of: ${label}`}
              longest={longestLabel}
              button="Add"
              placeholder="Add an option"
              onAdd={(text) => edits.addOption(id, text)}
            />
          )}
        </div>
      )}
      <div className="question-foot">
        <span>{kindNames[kind]}</span>
        <label>
          <input
            type="checkbox"
            checked={isRequired}
            onChange={({ target }) => edits.changeQuestion(id, { isRequired: target.checked })}
          />
          Required
        </label>
      </div>
      {editor && <p className="question-editor">{editor.name} is editing</p>}
    </section>
  );
}
