import { useUpdateMyPresence } from "@weft/react";
import { useEffect, useRef } from "react";
import { longestText } from "./room-types.ts";
import type { Task } from "./room-types.ts";

interface TaskNameProps {
  readonly task: Readonly<Task>;
  readonly renaming: boolean;
  readonly onRenaming: (renaming: boolean) => void;
  readonly onRename: (text: string) => void;
}

/** A task's text, which becomes a field when pressed. Enter or blur saves the new text; Escape restores the old one. */
export function TaskName({ task, renaming, onRenaming, onRename }: TaskNameProps) {
  const updatePresence = useUpdateMyPresence();
  const button = useRef<HTMLButtonElement>(null);
  // Set before the field is removed, because its removal blurs it, which must not save the text.
  const finished = useRef(false);

  useEffect(() => {
    if (!renaming) return undefined;
    updatePresence({ activity: { kind: "renaming", taskId: task.id } });
    return () => updatePresence({ activity: { kind: "none" } });
  }, [renaming, task.id, updatePresence]);

  const finish = (text: string | null, backToButton: boolean) => {
    if (finished.current) return;
    finished.current = true;
    const wanted = text?.trim() ?? "";
    if (wanted !== "" && wanted !== task.text) onRename(wanted);
    onRenaming(false);
    if (backToButton) requestAnimationFrame(() => button.current?.focus());
  };

  if (!renaming) {
    return (
      <button
        ref={button}
        type="button"
        className="task-name"
        title="Rename"
        onClick={() => {
          finished.current = false;
          onRenaming(true);
        }}
      >
        <span>{task.text}</span>
      </button>
    );
  }
  return (
    <input
      ref={focusEnd}
      className="task-field"
      type="text"
      defaultValue={task.text}
      maxLength={longestText}
      aria-label={`Rename: ${task.text}`}
      autoComplete="off"
      enterKeyHint="done"
      onKeyDown={(event) => {
        // An input method uses Enter and Escape while it composes a word.
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") finish(event.currentTarget.value, true);
        if (event.key === "Escape") finish(null, true);
      }}
      onBlur={(event) => finish(event.currentTarget.value, false)}
    />
  );
}

/** Puts the caret at the end: most renames add or correct something. To replace the whole name, users can select it. */
function focusEnd(field: HTMLInputElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
