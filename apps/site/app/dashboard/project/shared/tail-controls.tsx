import { ArrowUp, Pause, Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { StationDot } from "../../../ui/thread-line.tsx";
import { formatCount } from "../../../formats/count.ts";
import type { LiveState } from "./use-live-events.ts";

const words: Record<LiveState, string> = { connecting: "Connecting…", live: "Live", lost: "Reconnecting…" };

/** Follows a log as it grows, or pauses it: one button that also shows the state. */
export function LiveButton({
  following,
  state,
  onChange,
}: {
  /** New entries appear as they come. */
  following: boolean;
  state: LiveState;
  onChange: (following: boolean) => void;
}) {
  const said = following ? words[state] : "Paused";
  return (
    <Button
      title={following ? "Pause" : "Resume"}
      aria-label={`${said}: ${following ? "pause" : "resume"}`}
      onClick={() => onChange(!following)}
    >
      {following ? (
        <StationDot state={state === "live" ? "next" : "waiting"} className="size-2.5" />
      ) : (
        <Play className="size-4" aria-hidden />
      )}
      <span>{said}</span>
      {following && <Pause className="size-4 text-faint" aria-hidden />}
    </Button>
  );
}

/**
 * The way back to the newest entry, above a log: there while entries are held back, while the log ends in the past, and
 * when its beginning is out of sight.
 */
export function JumpToLatest({ waiting, ended, onJump }: { waiting: number; ended: boolean; onJump: () => void }) {
  const top = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) =>
      setAway(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < 0),
    );
    observer.observe(top.current!);
    return () => observer.disconnect();
  }, []);
  const shown = away || ended || waiting > 0;
  return (
    <>
      <div ref={top} aria-hidden className="-mt-4" />
      <p className="sr-only" role="status">
        {waiting > 0 && `${waitingWords(waiting)} available.`}
      </p>
      {shown && (
        <div className="pointer-events-none sticky top-[calc(var(--header-height)+0.5rem)] z-20 flex justify-center">
          <Button
            size="sm"
            className="pointer-events-auto shadow-float"
            onClick={() => {
              onJump();
              top.current?.scrollIntoView({ block: "center" });
            }}
          >
            <ArrowUp className="size-4" aria-hidden />
            {waiting > 0 ? `${waitingWords(waiting)}: jump to latest` : "Jump to latest"}
          </Button>
        </div>
      )}
    </>
  );
}

function waitingWords(count: number): string {
  return `${formatCount(count)} new`;
}
