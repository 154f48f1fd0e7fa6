import { useThreads } from "@weft/react";
import type { UserSession } from "@weft/example-shared";
import { useFollowAll, useSample, useScriptedPerson } from "@weft/example-shared/comments";
import { CommentsPage, ThreadFilter } from "@weft/example-shared/comments-ui";
import type { Shown } from "@weft/example-shared/comments-ui";
import { useState } from "react";
import { Canvas } from "./canvas.tsx";
import { playColleague } from "./colleague.ts";
import type { Place } from "./place.ts";
import { sampleThreads } from "./sample.ts";

export function CanvasPage({ session }: { readonly session: UserSession }) {
  const [shown, setShown] = useState<Shown>("open");
  const [draft, setDraft] = useState<Place | null>(null);
  const { threads, error } = useThreads();
  useFollowAll();
  const begun = useSample(session, sampleThreads);
  useScriptedPerson(session, begun, (scene) => playColleague(session, scene));

  const resolved = threads?.filter((thread) => thread.resolved) ?? [];
  const open = threads?.filter((thread) => !thread.resolved) ?? [];

  return (
    <CommentsPage title="Comments on a canvas" cast={session.cast}>
      <div className="bar">
        <ThreadFilter shown={shown} counts={{ open: open.length, resolved: resolved.length }} onShow={setShown} />
        <button
          type="button"
          className="button"
          data-kind="primary"
          disabled={threads === undefined}
          onClick={() => {
            setShown("open");
            setDraft({ x: 0.5, y: 0.5 });
          }}
        >
          Add a comment
        </button>
      </div>
      {error && (
        <p className="canvas-note" role="alert">
          The comments could not be loaded. Trying again shortly.
        </p>
      )}
      <Canvas
        threads={shown === "open" ? open : resolved}
        loading={threads === undefined}
        draft={draft}
        onDraft={(place) => {
          if (place !== null) setShown("open");
          setDraft(place);
        }}
      />
      <p className="canvas-hint">
        Click anywhere on the plan to add a comment. To move a pin, drag it or use the arrow keys.
      </p>
    </CommentsPage>
  );
}
