import type { KeyboardEvent, PointerEvent } from "react";
import { formatTimes, nameOfZone } from "./formats.ts";
import { stepMinutes } from "./move-range.ts";
import type { Block } from "./lay-out-day.ts";
import type { ShownEvent } from "./read-events.ts";
import type { PersonHere } from "./use-others-here.ts";
import { minutesOfDay } from "./zoned-time.ts";

interface EventBlockProps {
  readonly block: Block<ShownEvent>;
  readonly zone: string;
  /** The other person who is editing it. */
  readonly editor: PersonHere | undefined;
  readonly onOpen: () => void;
  readonly onMove: (minutes: number) => void;
  readonly onResize: (minutes: number) => void;
  readonly onRemove: () => void;
  readonly onGrab: (event: PointerEvent) => void;
  readonly onGrabEdge: (event: PointerEvent) => void;
}

/** An event in the column of a day. Arrow keys move it, with Shift they resize it. */
export function EventBlock({ block, zone, editor, ...on }: EventBlockProps) {
  const { event, from, to, column, columns, startsBefore, endsAfter } = block;
  const press = (key: KeyboardEvent) => {
    if (key.altKey || key.ctrlKey || key.metaKey) return;
    const act = actionOf(key, on);
    if (!act) return;
    key.preventDefault();
    act();
  };
  const times = formatTimes(event, zone);
  const elsewhere = event.zone === zone ? "" : `${formatTimes(event, event.zone)} in ${nameOfZone(event.zone)}`;
  const title = event.title || "Untitled event";
  return (
    <button
      type="button"
      className="event"
      data-testid="event"
      data-color={event.color}
      data-short={to - from <= 30 || undefined}
      data-starts-before={startsBefore || undefined}
      data-ends-after={endsAfter || undefined}
      data-others={editor ? true : undefined}
      title={[title, times, elsewhere].filter(Boolean).join("\n")}
      aria-keyshortcuts="ArrowUp ArrowDown ArrowLeft ArrowRight Shift+ArrowUp Shift+ArrowDown Delete"
      style={{
        top: `${(from / minutesOfDay) * 100}%`,
        height: `${((to - from) / minutesOfDay) * 100}%`,
        left: `${(column / columns) * 100}%`,
        width: `${100 / columns}%`,
        ...(editor && { "--dye": editor.color }),
      }}
      onPointerDown={(pointer) => {
        pointer.stopPropagation();
        on.onGrab(pointer);
      }}
      onClick={(click) => {
        click.stopPropagation();
        on.onOpen();
      }}
      onKeyDown={press}
    >
      <span className="event-title">{title}</span>
      <span className="event-times">{times}</span>
      {elsewhere !== "" && <span className="visually-hidden">{elsewhere}</span>}
      {editor && (
        <span className="event-editor">
          {editor.name} <span className="visually-hidden">is editing</span>
        </span>
      )}
      {!endsAfter && (
        <span
          className="event-edge"
          aria-hidden="true"
          onPointerDown={(pointer) => {
            pointer.stopPropagation();
            on.onGrabEdge(pointer);
          }}
        />
      )}
    </button>
  );
}

type Actions = Pick<EventBlockProps, "onMove" | "onResize" | "onRemove">;

function actionOf({ key, shiftKey }: KeyboardEvent, { onMove, onResize, onRemove }: Actions): (() => void) | null {
  const upOrDown = key === "ArrowUp" ? -stepMinutes : key === "ArrowDown" ? stepMinutes : 0;
  if (upOrDown !== 0) return () => (shiftKey ? onResize(upOrDown) : onMove(upOrDown));
  if (key === "ArrowLeft" && !shiftKey) return () => onMove(-minutesOfDay);
  if (key === "ArrowRight" && !shiftKey) return () => onMove(minutesOfDay);
  return key === "Delete" || key === "Backspace" ? onRemove : null;
}
