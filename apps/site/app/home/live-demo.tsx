import { clsx } from "clsx";
import { ExternalLink } from "lucide-react";
import { useRef } from "react";
import { EditPath } from "./edit-path.tsx";
import { formatMs } from "./live/announcement.ts";
import { NoteSuggestion } from "./live/note-suggestion.tsx";
import { NoteText } from "./live/note-text.tsx";
import { NoteThread } from "./live/note-thread.tsx";
import type { NoteState } from "./live/note-state.ts";
import { RoomAnnouncement, RoomFacts } from "./live/room-facts.tsx";
import { useNoteRoom } from "./use-note-room.ts";

/**
 * A document and the inspector of its room. Both are in the page's HTML with sample values, and are connected to this
 * server once the page is idle; nothing moves to another place then.
 */
export function LiveDemo() {
  const frame = useRef<HTMLDivElement>(null);
  const { state, room, link } = useNoteRoom(frame);
  const { edit } = state;
  return (
    <div
      ref={frame}
      className="grid rounded-lg border border-line-strong bg-surface md:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]"
    >
      <section aria-labelledby="note-title" className="flex flex-col">
        <header className="flex h-11 items-center gap-3 border-b border-line px-4 md:px-6">
          <h2 id="note-title" className="font-sans text-sm font-medium tracking-normal">
            Launch note
          </h2>
          <a
            href={link ?? "/"}
            target="_blank"
            rel="noreferrer"
            className={clsx("link ml-auto inline-flex items-center gap-1.5 text-sm", !link && "invisible")}
          >
            Open a second window
            <ExternalLink className="size-3.5" aria-hidden />
          </a>
        </header>
        <div className="flex flex-1 flex-col gap-5 p-4 pt-6 md:p-6 md:pt-7">
          <NoteText
            state={state}
            room={room}
            pin={<NoteThread comments={state.comments} onReply={room && ((text) => room.reply(text))} />}
          />
          <NoteSuggestion state={state.suggestion} room={room} />
        </div>
      </section>
      <section
        aria-labelledby="inspector-title"
        className="flex flex-col border-line max-md:border-t md:border-l"
        data-testid="room-inspector"
      >
        <header className="flex h-11 items-center gap-3 border-b border-line px-4 md:px-5">
          <h2 id="inspector-title" className="font-sans text-sm font-medium tracking-normal">
            Live inspector
          </h2>
          <span className="ml-auto flex items-center gap-1.5 text-xs text-muted" data-testid="demo-state">
            <span className={clsx("size-2 rounded-full", dots[state.connection])} aria-hidden />
            {labels[state.connection]}
          </span>
        </header>
        <div className="flex flex-1 flex-col gap-4 p-4 md:p-5">
          <EditPath
            edit={edit?.number ?? 0}
            by={edit?.by}
            disk={edit?.diskMs === undefined ? undefined : formatMs(edit.diskMs)}
            others={edit?.othersMs === undefined ? undefined : formatMs(edit.othersMs)}
            className="border-b border-line pb-4"
          />
          <RoomFacts state={state} />
        </div>
        <RoomAnnouncement state={state} />
      </section>
    </div>
  );
}

const labels: Readonly<Record<NoteState["connection"], string>> = {
  sample: "Sample values",
  connecting: "Connecting",
  live: "Live",
  offline: "Offline",
};

const dots: Readonly<Record<NoteState["connection"], string>> = {
  sample: "bg-line-control",
  connecting: "bg-line-control",
  live: "bg-success-solid",
  offline: "bg-danger-solid",
};
