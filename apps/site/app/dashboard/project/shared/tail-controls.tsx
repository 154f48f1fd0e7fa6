import { ArrowUp, Pause, Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { formatCount } from "../../../formats/count.ts";
import { LiveSwitch } from "./live-switch.tsx";
import type { LiveState } from "./use-live-events.ts";

/** Live or not; and while it is, a pause. */
export function TailControls({
  on,
  state,
  paused,
  onChange,
  onPause,
}: {
  on: boolean;
  state: LiveState;
  paused: boolean;
  onChange: (on: boolean) => void;
  onPause: (paused: boolean) => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {on && (
        <Button size="sm" onClick={() => onPause(!paused)}>
          {paused ? <Play className="size-4" aria-hidden /> : <Pause className="size-4" aria-hidden />}
          {paused ? "Resume" : "Pause"}
        </Button>
      )}
      <LiveSwitch on={on} state={state} onChange={onChange} />
    </div>
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
        {waiting > 0 && `${waitingWords(waiting)}, held back.`}
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
