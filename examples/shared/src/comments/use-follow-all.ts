import { useRoomSubscriptionSettings } from "@liveblocks/react";
import { useEffect } from "react";

/** Subscribes the user to every thread of the room, so that each new comment of others is unread. */
export function useFollowAll(): void {
  const [{ settings }, update] = useRoomSubscriptionSettings();
  const threads = settings?.threads;
  useEffect(() => {
    if (threads !== undefined && threads !== "all") update({ threads: "all" });
  }, [threads, update]);
}
