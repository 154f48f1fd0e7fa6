import { useSelf } from "@weft/react";
import { clockOf } from "./moment.ts";
import type { Watcher } from "./use-watchers.ts";

interface WatchTogetherProps {
  readonly watchers: readonly Watcher[];
  readonly leader: Watcher | undefined;
  readonly onFollow: (connectionId: number | null) => void;
}

/** The other users with the video open. Following one of them plays, pauses and seeks with them. */
export function WatchTogether({ watchers, leader, onFollow }: WatchTogetherProps) {
  const ownId = useSelf((me) => me.connectionId);
  const followers = watchers.filter(({ following }) => following === ownId);
  return (
    <section className="together" aria-label="Watch together">
      <p role="status">
        {leader
          ? `You are watching with ${leader.name}. Play, pause or seek to continue alone.`
          : followers.length > 0
            ? `${followers.map(({ name }) => name).join(", ")} ${followers.length === 1 ? "follows" : "follow"} your playback.`
            : watchers.length > 0
              ? "Follow someone to watch together."
              : "Open this page in a second window to watch together."}
      </p>
      <ul>
        {watchers.slice(0, 6).map((watcher) => (
          <li key={watcher.connectionId} style={{ "--dye": watcher.color }}>
            <button
              type="button"
              className="button"
              aria-pressed={watcher === leader}
              // Two users who follow each other would wait for each other.
              disabled={watcher.following === ownId}
              onClick={() => onFollow(watcher === leader ? null : watcher.connectionId)}
            >
              {watcher === leader ? "Following" : "Follow"} {watcher.name.split(" ", 1)}
              <span className="together-time">
                {watcher.isPlaying ? "▶" : "❚❚"} {clockOf(watcher.time)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
