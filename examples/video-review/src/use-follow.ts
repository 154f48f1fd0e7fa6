import { useUpdateMyPresence } from "@weft/react";
import { useEffect, useEffectEvent, useState } from "react";
import { correctionFor } from "./follow.ts";
import type { VideoPlayback } from "./use-playback.ts";
import type { Watcher } from "./use-watchers.ts";

/** Follows the playback of another user until this user acts or the other one leaves. */
export function useFollow(playback: VideoPlayback, watchers: readonly Watcher[]) {
  const updatePresence = useUpdateMyPresence();
  const [following, setFollowing] = useState<number | null>(null);
  const follow = (connectionId: number | null) => {
    setFollowing(connectionId);
    updatePresence({ following: connectionId });
  };
  const leader = watchers.find(({ connectionId }) => connectionId === following);
  const hasLeft = following !== null && leader === undefined;
  const stop = useEffectEvent(() => follow(null));
  useEffect(() => {
    if (hasLeft) stop();
  }, [hasLeft]);

  const correct = useEffectEvent((time: number, isPlaying: boolean) => {
    const { seekTo, turn } = correctionFor(playback, { time, isPlaying });
    if (seekTo !== null) playback.seek(seekTo);
    if (turn !== null) playback[turn]();
  });
  const [time, isPlaying] = [leader?.time, leader?.isPlaying];
  useEffect(() => {
    if (time !== undefined && isPlaying !== undefined) correct(time, isPlaying);
  }, [following, time, isPlaying]);
  return { leader, follow };
}
