import { dyeColour, EditableText } from "@weft/example-shared";
import { SortableList } from "@weft/example-shared/sortable";
import { QuestionCard } from "./question-card.tsx";
import type { Form } from "./read-form.ts";
import { kindNames, kinds, longestLabel, mostQuestions } from "./room-types.ts";
import type { FormEdits } from "./use-form-edits.ts";
import type { Person } from "./use-people.ts";

interface EditTabProps {
  readonly form: Form;
  readonly people: readonly Person[];
  readonly edits: FormEdits;
}

/** The questions, which are moved by their handles. */
export function EditTab({ form: { title, description, questions }, people, edits }: EditTabProps) {
  const editorOf = (id: string) => people.find(({ question }) => question === id)?.visitor;
  return (
    <>
      <div className="form-heading">
        <EditableText
          className="form-title"
          value={title}
          label="Form title"
          longest={longestLabel}
          onSave={edits.setTitle}
        />
        <EditableText
          className="form-description"
          value={description}
          label="Form description"
          placeholder="Add a description"
          longest={longestLabel}
          mayBeEmpty
          onSave={edits.setDescription}
        />
      </div>
      {questions.length === 0 && (
        <p className="form-empty">
          <strong>No questions yet.</strong> Add one below. Everyone in the room can edit the form, and responses appear
          under Results as they arrive.
        </p>
      )}
      <SortableList
        label="Questions"
        className="questions"
        items={questions}
        nameOf={({ label }) => label}
        onMove={edits.moveQuestion}
        styleOf={({ id }) => {
          const editor = editorOf(id);
          return editor && { "--dye": dyeColour(editor) };
        }}
      >
        {(question, handle) => (
          <QuestionCard question={question} handle={handle} editor={editorOf(question.id)} edits={edits} />
        )}
      </SortableList>
      {questions.length < mostQuestions && (
        <div className="form-add" role="group" aria-label="Add a question">
          {kinds.map((kind) => (
            <button key={kind} type="button" className="button" onClick={() => edits.addQuestion(kind)}>
              <span aria-hidden="true">+</span> {kindNames[kind]}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
