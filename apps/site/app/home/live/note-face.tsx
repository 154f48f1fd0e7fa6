import { initialsOf } from "../../ui/avatar-face.ts";
import type { NoteAuthor } from "./launch-note.ts";

/** The initials of a user of the demo, in the colour of their caret. Beside the name. */
export function NoteFace({ name, color }: Pick<NoteAuthor, "name" | "color">) {
  return (
    <span
      aria-hidden
      style={{ backgroundColor: color }}
      className="grid size-6 shrink-0 place-items-center rounded-full text-[10px] font-semibold text-on-accent select-none"
    >
      {initialsOf(name)}
    </span>
  );
}
