import { useThreads } from "@weft/react";
import type { UserSession } from "@weft/example-shared";
import { useFollowAll, useSample, useScriptedPerson } from "@weft/example-shared/comments";
import { CommentsPage, FilteredThreadList, useShownThreads, useThreadSteps } from "@weft/example-shared/comments-ui";
import { useMemo, useRef, useState } from "react";
import { playColleague } from "./colleague.ts";
import { Controls } from "./controls.tsx";
import { clockOf, readMoment } from "./moment.ts";
import type { Moment } from "./moment.ts";
import { Picture } from "./picture.tsx";
import { sampleThreads } from "./sample.ts";
import { useFollow } from "./use-follow.ts";
import { usePlayback } from "./use-playback.ts";
import { useWatchers } from "./use-watchers.ts";
import { WatchTogether } from "./watch-together.tsx";

export function VideoPage({ session }: { readonly session: UserSession }) {
  const { threads, error } = useThreads();
  useFollowAll();
  const begun = useSample(session, sampleThreads);
  useScriptedPerson(session, begun, (scene) => playColleague(session, scene));
  const [draft, setDraft] = useState<Moment | null>(null);
  /** The ID of the thread whose pin is open. */
  const [openId, setOpenId] = useState<string | null>(null);

  const video = useRef<HTMLVideoElement>(null);
  const playback = usePlayback(video);
  const watchers = useWatchers();
  const { leader, follow } = useFollow(playback, watchers);
  /** What the user does here ends following. */
  const own = (act: () => void) => {
    if (leader) follow(null);
    act();
  };
  const seek = (time: number) => own(() => playback.seek(time));

  const placed = useMemo(
    () =>
      (threads ?? [])
        .map((thread) => ({ thread, moment: readMoment(thread.metadata) }))
        .toSorted((a, b) => a.moment.time - b.moment.time || Number(a.thread.createdAt) - Number(b.thread.createdAt)),
    [threads],
  );
  const filter = useShownThreads(placed);
  const { listed } = filter;
  const steps = useThreadSteps(
    listed.map(({ thread }) => thread.id),
    (id) => {
      const found = listed.find(({ thread }) => thread.id === id);
      if (!found) return;
      own(playback.pause);
      playback.seek(found.moment.time);
      setDraft(null);
      setOpenId(id);
    },
  );
  const compose = (place: { readonly x: number; readonly y: number }) => {
    own(playback.pause);
    filter.show("open");
    setOpenId(null);
    setDraft({ time: playback.time, ...place });
  };

  return (
    <CommentsPage title="Video review" cast={session.cast}>
      {error && (
        <p className="video-note" role="alert">
          The comments could not be loaded. Trying again shortly.
        </p>
      )}
      <div className="video-review">
        <div className="player">
          <Picture
            video={video}
            time={playback.time}
            threads={listed}
            draft={draft}
            openId={openId}
            onPlace={compose}
            onDraftDone={() => setDraft(null)}
            onOpen={(id, isOpen) => {
              if (isOpen) own(playback.pause);
              setOpenId(isOpen ? id : null);
            }}
          />
          <Controls
            playback={playback}
            threads={listed}
            watchers={watchers}
            current={steps.current}
            onToggle={() => own(playback.isPlaying ? playback.pause : playback.play)}
            onSeek={seek}
            onGo={steps.go}
            onComment={() => compose({ x: 0.5, y: 0.5 })}
          />
          <WatchTogether watchers={watchers} leader={leader} onFollow={follow} />
          <p className="video-hint">Click the picture to comment on what you see. Press Space to play and pause.</p>
        </div>
        <FilteredThreadList
          filter={filter}
          threads={listed.map(({ thread, moment }) => ({ thread, name: clockOf(moment.time) }))}
          current={steps.current}
          isLoading={threads === undefined}
          hint="To begin one, click the picture."
          onGo={steps.go}
          onStep={steps.step}
          onShow={() => setOpenId(null)}
        />
      </div>
    </CommentsPage>
  );
}
