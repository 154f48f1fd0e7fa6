import { useThreads } from "@weft/react";
import { AvatarStack } from "@weft/react-ui";
import { ConnectionBadge, ExampleFrame, OfflineNote, PersonSwitch, useConnection } from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";
import { useScriptedPerson } from "@weft/example-shared/comments";
import { useState } from "react";
import { Canvas } from "./canvas.tsx";
import { ThreadFilter } from "./thread-filter.tsx";
import type { Shown } from "./thread-filter.tsx";
import { playColleague } from "./colleague.ts";
import type { Place } from "./place.ts";
import { useFollowAll } from "./use-follow-all.ts";
import { useSample } from "./use-sample.ts";

export function CanvasPage({ session }: { readonly session: UserSession }) {
  const connection = useConnection();
  const [shown, setShown] = useState<Shown>("open");
  const [draft, setDraft] = useState<Place | null>(null);
  const { threads, error } = useThreads();
  useFollowAll();
  const begun = useSample(session);
  useScriptedPerson(session, begun, (scene) => playColleague(session, scene));

  const resolved = threads?.filter((thread) => thread.resolved) ?? [];
  const open = threads?.filter((thread) => !thread.resolved) ?? [];

  return (
    <ExampleFrame
      title="Comments on a canvas"
      tools={
        <>
          <ConnectionBadge connection={connection} />
          <AvatarStack className="people" max={4} size={30} />
          <PersonSwitch cast={session.cast} />
        </>
      }
    >
      <OfflineNote connection={connection} />
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
    </ExampleFrame>
  );
}
