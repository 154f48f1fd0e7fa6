import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { HistoryIcon } from "@weft/example-shared";
import { useState } from "react";
import type { KeyboardEvent, Ref } from "react";
import { formats } from "./formats.tsx";

interface ToolbarProps {
  readonly editor: Editor;
  /** While a version is looked at, there is nothing to format. */
  readonly disabled: boolean;
  readonly versionsButton: Ref<HTMLButtonElement>;
  readonly versionsOpen: boolean;
  readonly onVersions: () => void;
}

/** One stop for the tab key; the arrow keys walk along its buttons. */
export function Toolbar({ editor, disabled, versionsButton, versionsOpen, onVersions }: ToolbarProps) {
  const [stop, setStop] = useState(0);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      active: formats.map(({ isActive }) => isActive(now)),
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  });

  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    const from = buttons.findIndex((button) => button === document.activeElement);
    const to = targetOf(event.key, from, buttons.length);
    if (to === null) return;
    event.preventDefault();
    setStop(to);
    buttons[to]?.focus();
  };

  let place = 0;
  const placed = () => {
    const mine = place++;
    // Not `disabled`: a button that is out of use keeps its place on the walk, and says so.
    return { type: "button", tabIndex: mine === stop ? 0 : -1, onFocus: () => setStop(mine) } as const;
  };

  return (
    // A mouse leaves the caret and the selection where they are.
    <div className="toolbar-band" onMouseDown={(event) => event.preventDefault()}>
      <div className="toolbar" role="toolbar" aria-label="Formatting" aria-controls="text" onKeyDown={walk}>
        <div className="toolbar-group">
          <button
            {...placed()}
            className="tool"
            aria-label="Undo"
            title="Undo"
            aria-disabled={disabled || !state.canUndo}
            onClick={() => !disabled && editor.chain().focus().undo().run()}
          >
            <HistoryIcon />
          </button>
          <button
            {...placed()}
            className="tool"
            aria-label="Redo"
            title="Redo"
            aria-disabled={disabled || !state.canRedo}
            onClick={() => !disabled && editor.chain().focus().redo().run()}
          >
            <HistoryIcon mirrored />
          </button>
        </div>
        {formats.map(({ label, shortcut, icon, toggle, opensGroup }, index) => (
          <button
            key={label}
            {...placed()}
            className="tool"
            data-first={opensGroup || undefined}
            aria-label={label}
            title={shortcut ? `${label} (${shortcut})` : label}
            aria-pressed={state.active[index]}
            aria-disabled={disabled}
            onClick={() => !disabled && toggle(editor.chain().focus()).run()}
          >
            {icon}
          </button>
        ))}
      </div>
      <button
        type="button"
        ref={versionsButton}
        className="button toolbar-versions"
        aria-label="Versions"
        title="Versions"
        aria-expanded={versionsOpen}
        onClick={onVersions}
      >
        <svg
          width="18"
          height="18"
          viewBox="0 0 20 20"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.7"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d="M3.600 7.500A7 7 0 1 1 3 10M3 3.800v3.900h3.900M10 6.200V10l2.600 1.800" />
        </svg>
        <span>Versions</span>
      </button>
    </div>
  );
}

function targetOf(key: string, from: number, count: number): number | null {
  switch (key) {
    case "ArrowLeft":
      return (from + count - 1) % count;
    case "ArrowRight":
      return (from + 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
