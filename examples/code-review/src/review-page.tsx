import { useThreads, useUpdateMyPresence } from "@weft/react";
import { HistoryButtons } from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";
import { useFollowAll, useSample, useScriptedPerson } from "@weft/example-shared/comments";
import { CommentsPage, ThreadList, useThreadSteps } from "@weft/example-shared/comments-ui";
import { useMemo, useRef, useState } from "react";
import { change } from "./change.ts";
import { playColleague } from "./colleague.ts";
import { FileDiff } from "./file-diff.tsx";
import { FileList } from "./file-list.tsx";
import { LineThread } from "./line-thread.tsx";
import { isSame, nameOf } from "./lines.ts";
import type { Place } from "./lines.ts";
import { placeThreads } from "./placed-threads.ts";
import { Reviewers } from "./reviewers.tsx";
import { sampleThreads } from "./sample.ts";
import { useFileOnScreen, useReaders } from "./use-readers.ts";
import { useReview } from "./use-review.ts";

export function ReviewPage({ session }: { readonly session: UserSession }) {
  const { cast } = session;
  const { threads, error } = useThreads();
  useFollowAll();
  const begun = useSample(session, sampleThreads);
  useScriptedPerson(session, begun, (scene) => playColleague(session, scene));
  const review = useReview(cast);
  const readers = useReaders();
  const files = useRef<HTMLDivElement>(null);
  useFileOnScreen(files);
  const updatePresence = useUpdateMyPresence();
  const { placed, elsewhere } = useMemo(() => placeThreads(threads ?? [], change.files), [threads]);
  const unresolved = placed.filter(({ thread }) => !thread.resolved);

  const [selected, setSelected] = useState<Place | null>(null);
  /** The lines about which the user is writing a new thread. */
  const [drafts, setDrafts] = useState<readonly Place[]>([]);
  const select = (lines: Place | null) => {
    setSelected(lines);
    updatePresence({ lines });
  };

  /** Files that the user has opened or closed. The others are open until the user has viewed them. */
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const open = (path: string, isOpen: boolean) => setOpened((known) => new Map(known).set(path, isOpen));
  const steps = useThreadSteps(
    unresolved.map(({ thread }) => thread.id),
    (id) => {
      const place = placed.find(({ thread }) => thread.id === id)?.place;
      if (place) open(place.file, true);
    },
  );

  return (
    <CommentsPage title="Code review" cast={cast}>
      <header className="change">
        <div>
          <h2>{change.title}</h2>
          <p>{change.description}</p>
        </div>
        <HistoryButtons />
      </header>
      {error && (
        <p className="review-note" role="alert">
          The comments could not be loaded. Trying again shortly.
        </p>
      )}
      <div className="review">
        <aside className="review-side">
          <Reviewers cast={cast} review={review} unresolved={unresolved.length} />
          <ThreadList
            title="Unresolved"
            threads={unresolved.map(({ thread, place }) => ({
              thread,
              name: `${place.file.slice(place.file.lastIndexOf("/") + 1)}, ${nameOf(place).toLowerCase()}`,
            }))}
            current={steps.current}
            empty={
              threads === undefined
                ? "Loading comments…"
                : "No unresolved threads. To begin one, click a line number, or drag over several."
            }
            onGo={steps.go}
            onStep={steps.step}
          />
          <FileList viewed={review.viewed} youId={cast.you.id} readers={readers} unresolved={unresolved} />
        </aside>
        <div className="files" ref={files} aria-busy={threads === undefined}>
          {change.files.map((file) => {
            const viewers = review.viewed.get(file.path) ?? [];
            const isViewed = viewers.includes(cast.you.id);
            return (
              <FileDiff
                key={file.path}
                file={file}
                isOpen={opened.get(file.path) ?? !isViewed}
                isViewed={isViewed}
                canView={review.loaded}
                viewers={viewers.filter((id) => id !== cast.you.id)}
                readers={readers}
                threads={placed.filter(({ place }) => place.file === file.path)}
                selected={selected?.file === file.path ? selected : null}
                drafts={drafts.filter((draft) => draft.file === file.path)}
                current={steps.current}
                onOpen={(isOpen) => open(file.path, isOpen)}
                onViewed={(now) => {
                  review.setViewed(file.path, now);
                  open(file.path, !now);
                }}
                onSelect={select}
                onCompose={(lines) => {
                  select(lines);
                  setDrafts((known) => (known.some((draft) => isSame(draft, lines)) ? known : [...known, lines]));
                }}
                onDone={(lines) => {
                  select(null);
                  setDrafts((known) => known.filter((draft) => !isSame(draft, lines)));
                }}
              />
            );
          })}
          {elsewhere.length > 0 && (
            <section className="file elsewhere" aria-label="Threads outside of the change">
              <h3>Threads on lines outside of this change</h3>
              {elsewhere.map((thread) => (
                <LineThread key={thread.id} thread={thread} place={null} isCurrent={false} />
              ))}
            </section>
          )}
        </div>
      </div>
    </CommentsPage>
  );
}
