import { dyeColour, Icon } from "@weft/example-shared";
import { useState } from "react";
import type { Task } from "./room-types.ts";
import { TaskName } from "./task-name.tsx";
import type { HandleProps, RowProps } from "./use-reorder.ts";
import type { Person } from "./use-people.ts";

interface TaskRowProps {
  readonly task: Readonly<Task>;
  /** Others who are renaming this task right now. */
  readonly renamedBy: readonly Person[];
  readonly row: RowProps;
  readonly handle: HandleProps;
  readonly onToggle: () => void;
  readonly onRename: (text: string) => void;
  readonly onRemove: () => void;
}

export function TaskRow({ task, renamedBy, row, handle, onToggle, onRename, onRemove }: TaskRowProps) {
  const [renaming, setRenaming] = useState(false);
  const [editor] = renamedBy;
  return (
    <li
      {...row}
      className="task"
      data-testid="task"
      data-done={task.done || undefined}
      data-edited={editor ? true : undefined}
      style={{ ...row.style, ...(editor && { "--dye": dyeColour(editor.visitor) }) }}
    >
      <button type="button" className="task-handle" aria-label={`Reorder: ${task.text}`} {...handle}>
        <svg width="12" height="18" viewBox="0 0 12 18" fill="currentColor" aria-hidden="true">
          <circle cx="3" cy="3" r="1.6" />
          <circle cx="9" cy="3" r="1.6" />
          <circle cx="3" cy="9" r="1.6" />
          <circle cx="9" cy="9" r="1.6" />
          <circle cx="3" cy="15" r="1.6" />
          <circle cx="9" cy="15" r="1.6" />
        </svg>
      </button>
      <label className="task-check">
        <input type="checkbox" checked={task.done} onChange={onToggle} aria-label={task.text} />
        <svg width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor" aria-hidden="true">
          <path d="m2.5 7.5 3 3 6-7" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </label>
      <TaskName task={task} renaming={renaming} onRenaming={setRenaming} onRename={onRename} />
      {editor && (
        <span className="task-editor" title={renamedBy.map(({ visitor }) => visitor.name).join(", ")}>
          {renamedBy.length === 1 ? `${editor.visitor.name} is editing` : `${renamedBy.length} people are editing`}
        </span>
      )}
      <button type="button" className="icon-button task-remove" aria-label={`Delete: ${task.text}`} onClick={onRemove}>
        <Icon path="m5 5 8 8M13 5l-8 8" />
      </button>
    </li>
  );
}
