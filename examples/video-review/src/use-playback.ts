import { useUpdateMyPresence } from "@weft/react";
import { useEffect, useState } from "react";
import type { RefObject } from "react";
import { durationMs } from "./moment.ts";

const publishedEveryMs = 1_000;

/** The video of this window: its position, and the actions of its user. Presence has both. */
export function usePlayback(video: RefObject<HTMLVideoElement | null>) {
  const updatePresence = useUpdateMyPresence();
  const [time, setTime] = useState(0);
  const [isPlaying, setPlaying] = useState(false);

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    let publishedAt = 0;
    const publish = () => {
      publishedAt = performance.now();
      updatePresence({ time: positionOf(element), isPlaying: !element.paused && !element.ended });
    };
    const show = () => {
      setTime(positionOf(element));
      setPlaying(!element.paused && !element.ended);
    };
    const follow = () => {
      show();
      if (performance.now() - publishedAt >= publishedEveryMs) publish();
    };
    const act = () => {
      show();
      publish();
    };
    const events = ["play", "pause", "ended", "seeked"] as const;
    for (const name of events) element.addEventListener(name, act);
    element.addEventListener("timeupdate", follow);
    return () => {
      for (const name of events) element.removeEventListener(name, act);
      element.removeEventListener("timeupdate", follow);
    };
  }, [video, updatePresence]);

  const seek = (to: number) => {
    if (!video.current) return;
    video.current.currentTime = Math.min(Math.max(to, 0), durationMs) / 1000;
    setTime(Math.round(Math.min(Math.max(to, 0), durationMs)));
  };
  // It has no sound, so browsers let it play. What they refuse leaves it paused.
  const play = () => void video.current?.play().catch(() => undefined);
  const pause = () => video.current?.pause();
  return { time, isPlaying, seek, play, pause };
}

export type VideoPlayback = ReturnType<typeof usePlayback>;

function positionOf({ currentTime }: HTMLVideoElement): number {
  return Math.round(Math.min(currentTime * 1000, durationMs));
}
