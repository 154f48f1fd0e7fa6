import { useUpdateMyPresence } from "@liveblocks/react";
import { useEffect, useRef } from "react";
import { longestText } from "./room-types.ts";
import type { Task } from "./room-types.ts";

interface TaskNameProps {
  readonly task: Readonly<Task>;
  readonly renaming: boolean;
  readonly onRenaming: (renaming: boolean) => void;
  readonly onRename: (text: string) => void;
}

/** A task's text, which turns into a field when pressed: Enter or leaving it keeps the new text, Escape the old. */
export function TaskName({ task, renaming, onRenaming, onRename }: TaskNameProps) {
  const updatePresence = useUpdateMyPresence();
  const button = useRef<HTMLButtonElement>(null);
  // Set before the field goes away, because going away blurs it, and that must not count as keeping its text.
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
        // An input method uses Enter and Escape for itself while it composes a word.
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") finish(event.currentTarget.value, true);
        if (event.key === "Escape") finish(null, true);
      }}
      onBlur={(event) => finish(event.currentTarget.value, false)}
    />
  );
}

/** Most renames add or mend something; whoever wants to replace it all can still select it. */
function focusEnd(field: HTMLInputElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
