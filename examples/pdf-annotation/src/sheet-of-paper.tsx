import type { ThreadData } from "@weft/client";
import { placeIn } from "@weft/example-shared";
import type { Cast } from "@weft/example-shared";
import { DraftPin, PinnedThread, threadElementId } from "@weft/example-shared/comments-ui";
import type { PDFPageProxy } from "pdfjs-dist";
import { memo } from "react";
import { PageCanvas } from "./page-canvas.tsx";
import { PageText } from "./page-text.tsx";
import type { ShownHighlight, Spot } from "./read-annotations.ts";
import { writeRects } from "./rects.ts";
import type { Rect } from "./rects.ts";

export interface PlacedThread {
  readonly thread: ThreadData;
  readonly spot: Spot;
}

interface SheetOfPaperProps {
  readonly page: PDFPageProxy;
  /** From 1. */
  readonly number: number;
  readonly width: number;
  readonly cast: Cast;
  readonly highlights: readonly ShownHighlight[];
  readonly threads: readonly PlacedThread[];
  readonly draft: Spot | null;
  /** Whether the next click places a pin. */
  readonly isPinning: boolean;
  readonly openId: string | null;
  readonly onPin: (spot: Spot) => void;
  readonly onDraftDone: () => void;
  readonly onOpen: (id: string, isOpen: boolean) => void;
  readonly onRemove: (highlightId: string) => void;
}

const Text = memo(PageText);

/** A page with its annotations. */
export function SheetOfPaper({
  page,
  number,
  width,
  cast,
  highlights,
  threads,
  draft,
  isPinning,
  openId,
  ...on
}: SheetOfPaperProps) {
  const { width: pageWidth, height: pageHeight } = page.getViewport({ scale: 1 });
  const personOf = (id: string) => cast.people.find((person) => person.id === id);
  return (
    <section
      id={`page-${number}`}
      className="sheet"
      data-page={number}
      aria-label={`Page ${number}`}
      style={{ aspectRatio: `${pageWidth} / ${pageHeight}`, "--total-scale-factor": String(width / pageWidth) }}
    >
      <PageCanvas page={page} width={width} />
      {highlights.map(({ id, by, rects }) => (
        <Marks key={id} rects={rects} kind="highlight" color={personOf(by)?.color} />
      ))}
      {threads.map(({ thread, spot }) => (
        <Marks key={thread.id} rects={spot.rects} kind={thread.id === openId ? "open-thread" : "thread"} />
      ))}
      {draft && <Marks rects={draft.rects} kind="open-thread" />}
      <Text page={page} />
      {highlights.map(({ id, by, rects }) => {
        const { x, y, width: across } = rects.at(-1)!;
        const person = personOf(by);
        return (
          <button
            key={id}
            type="button"
            className="highlight-remove"
            data-testid="highlight"
            aria-label={`Remove the highlight of ${person?.id === cast.you.id ? "yours" : (person?.name ?? "another user")}`}
            style={{
              left: `${(x + across) * 100}%`,
              top: `${y * 100}%`,
              ...(person && { "--dye": person.color }),
            }}
            onClick={() => on.onRemove(id)}
          >
            ×
          </button>
        );
      })}
      {threads.map(({ thread, spot }) => (
        <div
          key={thread.id}
          id={threadElementId(thread.id)}
          tabIndex={-1}
          className="thread-anchor"
          style={topOf(spot)}
        >
          <PinnedThread
            thread={thread}
            place={{ x: 0, y: 0 }}
            isOpen={thread.id === openId}
            onOpen={(isOpen) => on.onOpen(thread.id, isOpen)}
          />
        </div>
      ))}
      {draft && (
        <DraftPin
          key={writeRects(draft.rects)}
          place={pinOf(draft)}
          metadata={{ page: number, rects: writeRects(draft.rects) }}
          onDone={on.onDraftDone}
        />
      )}
      {isPinning && (
        <button
          type="button"
          className="pin-area"
          aria-label={`Place the pin on page ${number}`}
          onClick={(event) => {
            // The keyboard has no position.
            const place = event.detail === 0 ? { x: 0.5, y: 0.5 } : placeIn(event.currentTarget, event);
            on.onPin({ page: number, rects: [{ ...place, width: 0, height: 0 }] });
          }}
        />
      )}
    </section>
  );
}

interface MarksProps {
  readonly rects: readonly Rect[];
  readonly kind: "highlight" | "thread" | "open-thread";
  readonly color?: string | undefined;
}

function Marks({ rects, kind, color }: MarksProps) {
  return rects.map(({ x, y, width, height }) => (
    <span
      key={`${x} ${y}`}
      className="mark"
      data-kind={kind}
      style={{
        left: `${x * 100}%`,
        top: `${y * 100}%`,
        width: `${width * 100}%`,
        height: `${height * 100}%`,
        ...(color !== undefined && { "--dye": color }),
      }}
    />
  ));
}

/** A pin is at the end of the last line of its text. */
function pinOf({ rects }: Spot) {
  const { x, y, width, height } = rects.at(-1)!;
  return { x: x + width, y: y + height / 2 };
}

function topOf(spot: Spot) {
  const { x, y } = pinOf(spot);
  return { left: `${x * 100}%`, top: `${y * 100}%` };
}
