import { shallow, useOthersMapped } from "@weft/react";
import { readMoment } from "./moment.ts";

/** Another user who has the video open. */
export interface Watcher {
  readonly connectionId: number;
  readonly name: string;
  readonly color: string;
  readonly time: number;
  readonly isPlaying: boolean;
  /** The connection whose playback they follow. */
  readonly following: number | null;
}

export function useWatchers(): readonly Watcher[] {
  const others = useOthersMapped(
    ({ info, presence }) => ({
      info,
      time: presence.time,
      isPlaying: presence.isPlaying,
      following: presence.following,
    }),
    shallow,
  );
  return others.map(([connectionId, { info, time, isPlaying, following }]) => ({
    connectionId,
    name: info.name,
    color: info.color,
    time: readMoment({ time }).time,
    isPlaying: (isPlaying as unknown) === true,
    following: typeof following === "number" ? following : null,
  }));
}
