import type { ThreadData } from "@weft/client";
import { placeIn } from "@weft/example-shared";
import type { Place } from "@weft/example-shared";
import { DraftPin, PinnedThread } from "@weft/example-shared/comments-ui";
import type { RefObject } from "react";
import clip from "./harbor.webm";
import { isShownAt } from "./moment.ts";
import type { Moment } from "./moment.ts";

interface PictureProps {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly time: number;
  readonly threads: readonly { readonly thread: ThreadData; readonly moment: Moment }[];
  /** The moment of the thread that the user is writing. */
  readonly draft: Moment | null;
  readonly openId: string | null;
  readonly onPlace: (place: Place) => void;
  readonly onDraftDone: () => void;
  readonly onOpen: (id: string, isOpen: boolean) => void;
}

/** The video, with the pins of the threads around this moment. */
export function Picture({ video, time, threads, draft, openId, onPlace, onDraftDone, onOpen }: PictureProps) {
  return (
    <div className="picture">
      {/* Keyboards have the button below the picture. */}
      <video
        ref={video}
        src={clip}
        muted
        playsInline
        preload="auto"
        aria-label="Harbor: a ship leaves a harbor, from sunrise to night"
        onClick={(event) => onPlace(placeIn(event.currentTarget, event))}
      />
      {threads
        .filter(({ thread, moment }) => thread.id === openId || isShownAt(moment, time))
        .map(({ thread, moment }) => (
          <PinnedThread
            key={thread.id}
            thread={thread}
            place={moment}
            isOpen={thread.id === openId}
            onOpen={(isOpen) => onOpen(thread.id, isOpen)}
          />
        ))}
      {draft && (
        <DraftPin
          key={`${draft.time} ${draft.x} ${draft.y}`}
          place={draft}
          metadata={{ ...draft }}
          onDone={onDraftDone}
        />
      )}
    </div>
  );
}
