import { useCreateThread } from "@weft/react";
import { Composer } from "@weft/react-ui";
import { nameOf } from "./lines.ts";
import type { Place } from "./lines.ts";

interface LineComposerProps {
  readonly place: Place;
  readonly onDone: () => void;
}

/** Begins a thread on lines, which are its metadata. */
export function LineComposer({ place, onDone }: LineComposerProps) {
  const createThread = useCreateThread();
  return (
    <div className="line-composer">
      <p>
        <span>{nameOf(place)}</span>
        <button type="button" onClick={onDone}>
          Cancel
        </button>
      </p>
      <Composer
        autoFocus
        aria-label="New comment"
        onKeyDown={(event) => {
          if (event.key === "Escape" && !event.defaultPrevented) onDone();
        }}
        onComposerSubmit={({ body, attachments }, event) => {
          event.preventDefault();
          const { file, side, line, endLine } = place;
          createThread({ body, attachments, metadata: { file, side, line, endLine } });
          onDone();
        }}
      />
    </div>
  );
}
