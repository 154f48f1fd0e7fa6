import type { ThreadData } from "@weft/client";
import { isTyping } from "@weft/example-shared";
import { useEffect, useEffectEvent } from "react";
import { clockOf, durationMs } from "./moment.ts";
import type { Moment } from "./moment.ts";
import type { VideoPlayback } from "./use-playback.ts";
import type { Watcher } from "./use-watchers.ts";

interface ControlsProps {
  readonly playback: VideoPlayback;
  readonly threads: readonly { readonly thread: ThreadData; readonly moment: Moment }[];
  readonly watchers: readonly Watcher[];
  /** The ID of the thread that the user went to. */
  readonly current: string | null;
  readonly onToggle: () => void;
  readonly onSeek: (time: number) => void;
  readonly onGo: (id: string) => void;
  readonly onComment: () => void;
}

/** The timeline, with a marker for each thread and the positions of the other users. */
export function Controls({ playback, threads, watchers, current, onToggle, onSeek, onGo, onComment }: ControlsProps) {
  const { time, isPlaying } = playback;
  const press = useEffectEvent((event: KeyboardEvent) => {
    // On a button, the space bar presses it.
    if (event.key !== " " || isTyping(event) || (event.target as Element).closest("button, [role=dialog]")) return;
    event.preventDefault();
    onToggle();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  return (
    <div className="controls">
      <button type="button" className="icon-button" aria-label={isPlaying ? "Pause" : "Play"} onClick={onToggle}>
        <svg width="20" height="20" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
          <path d={isPlaying ? "M5 3h3.500v14H5zM11.500 3H15v14h-3.500z" : "M5 3v14l12-7z"} />
        </svg>
      </button>
      <span className="clock" data-testid="clock">
        {clockOf(time)} / {clockOf(durationMs)}
      </span>
      <div className="timeline">
        <input
          type="range"
          min="0"
          max={durationMs}
          step="100"
          value={time}
          aria-label="Position"
          aria-valuetext={clockOf(time)}
          style={{ "--done": String(time / durationMs) }}
          onChange={({ target }) => onSeek(Number(target.value))}
        />
        {threads.map(({ thread, moment }) => (
          <button
            key={thread.id}
            type="button"
            className="marker"
            data-testid="marker"
            data-resolved={thread.resolved || undefined}
            aria-label={`Thread at ${clockOf(moment.time)}`}
            aria-current={thread.id === current || undefined}
            style={{ left: `${(moment.time / durationMs) * 100}%` }}
            onClick={() => onGo(thread.id)}
          />
        ))}
        {watchers.map(({ connectionId, name, color, time: at }) => (
          <span
            key={connectionId}
            className="watcher"
            data-testid="watcher"
            title={`${name}, ${clockOf(at)}`}
            style={{ "--dye": color, left: `${(at / durationMs) * 100}%` }}
          />
        ))}
      </div>
      <button type="button" className="button" data-kind="primary" onClick={onComment}>
        Comment at {clockOf(time)}
      </button>
    </div>
  );
}
