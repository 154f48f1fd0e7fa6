import { ColorChoice } from "@weft/example-shared";
import { useEffect, useRef, useState } from "react";
import { formOf, readForm } from "./event-form.ts";
import { ownZone } from "./formats.ts";
import type { ShownEvent } from "./read-events.ts";
import { longestTitle } from "./room-types.ts";
import type { CalendarEvent } from "./room-types.ts";
import { ZoneSelect } from "./zone-select.tsx";

interface EventDialogProps {
  /** The event as it was when the dialog was opened. */
  readonly event: CalendarEvent | ShownEvent;
  readonly isNew: boolean;
  /** Whether another user has deleted it since. */
  readonly isDeleted: boolean;
  readonly editor: string | undefined;
  readonly onSave: (fields: Partial<CalendarEvent>) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** The fields of an event. They are saved together, as one step for undo. */
export function EventDialog({ event, isNew, isDeleted, editor, onSave, onRemove, onClose }: EventDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [form, setForm] = useState(() => formOf(event));
  const [problem, setProblem] = useState("");
  const change = (fields: Partial<typeof form>) => {
    setForm((before) => ({ ...before, ...fields }));
    setProblem("");
  };

  useEffect(() => {
    const { current } = dialog;
    if (current && !current.open) current.showModal();
  }, []);

  const save = () => {
    const read = readForm(form, event);
    if (typeof read === "string") return setProblem(read);
    onSave(isNew ? read : changesOf(event, read));
    onClose();
  };

  return (
    <dialog ref={dialog} className="event-dialog" aria-labelledby="event-dialog-title" onClose={onClose}>
      <form
        noValidate
        onSubmit={(submit) => {
          submit.preventDefault();
          save();
        }}
      >
        <h2 id="event-dialog-title">{isNew ? "New event" : "Edit event"}</h2>
        {editor !== undefined && <p className="event-note">{editor} is editing this event, too.</p>}
        {isDeleted && (
          <p className="event-note" role="status">
            This event was deleted. Save it to add it again.
          </p>
        )}
        <label className="field">
          <span>Title</span>
          <input
            type="text"
            value={form.title}
            maxLength={longestTitle}
            placeholder="Untitled event"
            autoComplete="off"
            autoFocus
            onChange={({ target }) => change({ title: target.value })}
          />
        </label>
        <div className="field-row">
          <label className="field">
            <span>Starts</span>
            <input
              type="datetime-local"
              value={form.starts}
              onChange={({ target }) => change({ starts: target.value })}
            />
          </label>
          <label className="field">
            <span>Ends</span>
            <input type="datetime-local" value={form.ends} onChange={({ target }) => change({ ends: target.value })} />
          </label>
        </div>
        <div className="field">
          <span>Time zone of the event</span>
          <ZoneSelect label="Time zone of the event" zone={form.zone} onZone={(zone) => change({ zone })} />
          {form.zone !== ownZone && <small>The calendar shows it in the time zone chosen there.</small>}
        </div>
        <ColorChoice color={form.color} onColor={(color) => change({ color })} />
        <p className="event-problem" role="alert">
          {problem}
        </p>
        <div className="dialog-actions">
          {!isNew && !isDeleted && (
            <button
              type="button"
              className="button"
              data-kind="danger"
              onClick={() => {
                onRemove();
                onClose();
              }}
            >
              Delete
            </button>
          )}
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button" data-kind="primary">
            {isNew ? "Add event" : "Save"}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** Only what was edited is saved: what others changed in the meantime stays. A start is saved with its end. */
function changesOf(before: CalendarEvent, { start, end, ...rest }: CalendarEvent): Partial<CalendarEvent> {
  const edited = Object.entries(rest).filter(([name, value]) => before[name as keyof typeof rest] !== value);
  const isMoved = start !== before.start || end !== before.end;
  return { ...(Object.fromEntries(edited) as Partial<CalendarEvent>), ...(isMoved && { start, end }) };
}
