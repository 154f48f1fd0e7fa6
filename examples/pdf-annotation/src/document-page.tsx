import { useThreads } from "@weft/react";
import { HistoryButtons, useSize } from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";
import { useFollowAll, useSample, useScriptedPerson } from "@weft/example-shared/comments";
import { CommentsPage, FilteredThreadList, useShownThreads, useThreadSteps } from "@weft/example-shared/comments-ui";
import { useCallback, useMemo, useRef, useState } from "react";
import { playColleague } from "./colleague.ts";
import { readSpot } from "./read-annotations.ts";
import type { Spot } from "./read-annotations.ts";
import { sampleThreads } from "./sample.ts";
import { SheetOfPaper } from "./sheet-of-paper.tsx";
import type { PlacedThread } from "./sheet-of-paper.tsx";
import { Thumbnails } from "./thumbnails.tsx";
import { useDocument } from "./use-document.ts";
import { useHighlights } from "./use-highlights.ts";
import { usePageOnScreen, useReaders } from "./use-readers.ts";
import { useSelection } from "./use-selection.ts";

export function DocumentPage({ session }: { readonly session: UserSession }) {
  const { cast } = session;
  const file = useDocument();
  const pages = file.kind === "ready" ? file.pages : [];
  const { threads, error } = useThreads();
  useFollowAll();
  const begun = useSample(session, sampleThreads);
  useScriptedPerson(session, begun, (scene) => playColleague(session, scene));
  const { loaded, highlights, add, remove } = useHighlights(cast.you.id, pages.length);
  const [selection, clearSelection] = useSelection();
  /** Where the user is writing a new thread. */
  const [draft, setDraft] = useState<Spot | null>(null);
  const [isPinning, setPinning] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);

  const sheets = useRef<HTMLDivElement>(null);
  const { size, attach } = useSize();
  const attachSheets = useCallback(
    (element: HTMLDivElement | null) => {
      sheets.current = element;
      return attach(element);
    },
    [attach],
  );
  const current = usePageOnScreen(sheets, pages.length);
  const readers = useReaders();

  const placed = useMemo(
    () =>
      (threads ?? [])
        // Threads that are on no page of the document are at the top of its first one.
        .map((thread): PlacedThread => ({ thread, spot: readSpot(thread.metadata, pages.length) ?? start }))
        .toSorted(
          (a, b) =>
            a.spot.page - b.spot.page ||
            a.spot.rects[0]!.y - b.spot.rects[0]!.y ||
            Number(a.thread.createdAt) - Number(b.thread.createdAt),
        ),
    [threads, pages.length],
  );
  const filter = useShownThreads(placed);
  const { listed, open } = filter;
  const steps = useThreadSteps(
    listed.map(({ thread }) => thread.id),
    (id) => {
      setDraft(null);
      setOpenId(id);
    },
  );
  const begin = (spot: Spot) => {
    filter.show("open");
    setOpenId(null);
    setPinning(false);
    setDraft(spot);
    clearSelection();
  };

  return (
    <CommentsPage title="PDF annotation" cast={cast}>
      {(error || file.kind === "failed") && (
        <p className="document-note" role="alert">
          {error
            ? "The comments could not be loaded. Trying again shortly."
            : "The document could not be loaded. Reload the page to try again."}
        </p>
      )}
      <div className="document">
        <Thumbnails pages={pages} current={current} readers={readers} threads={open} />
        <div className="document-main">
          <div className="document-bar" role="toolbar" aria-label="Annotations">
            <button
              type="button"
              className="button"
              disabled={selection === null || !loaded}
              // The selection stays while the button is pressed.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => {
                if (selection) add(selection.page, selection.rects);
                clearSelection();
              }}
            >
              Highlight
            </button>
            <button
              type="button"
              className="button"
              disabled={selection === null}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => selection && begin(selection)}
            >
              Comment
            </button>
            <button type="button" className="button" aria-pressed={isPinning} onClick={() => setPinning(!isPinning)}>
              Pin
            </button>
            <span className="document-hint">
              {isPinning ? "Click a page to place the pin." : "Select text to highlight it or to comment on it."}
            </span>
            <HistoryButtons />
          </div>
          <div className="sheets" ref={attachSheets} aria-busy={file.kind === "loading"}>
            {pages.map((page, index) => {
              const number = index + 1;
              return (
                <SheetOfPaper
                  key={number}
                  page={page}
                  number={number}
                  width={size.width}
                  cast={cast}
                  highlights={highlights.filter((one) => one.page === number)}
                  threads={listed.filter(({ spot }) => spot.page === number)}
                  draft={draft?.page === number ? draft : null}
                  isPinning={isPinning}
                  openId={openId}
                  onPin={begin}
                  onDraftDone={() => setDraft(null)}
                  onOpen={(id, isOpen) => setOpenId(isOpen ? id : null)}
                  onRemove={remove}
                />
              );
            })}
          </div>
        </div>
        <FilteredThreadList
          filter={filter}
          threads={listed.map(({ thread, spot }) => ({ thread, name: `Page ${spot.page}` }))}
          current={steps.current}
          isLoading={threads === undefined}
          hint="To begin one, select text or place a pin."
          onGo={steps.go}
          onStep={steps.step}
          onShow={() => setOpenId(null)}
        />
      </div>
    </CommentsPage>
  );
}

const start: Spot = { page: 1, rects: [{ x: 0.9, y: 0.02, width: 0, height: 0 }] };
