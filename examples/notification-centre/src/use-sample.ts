import { useMutation, useStatus, useStorage } from "@liveblocks/react";
import type { UserSession } from "@weft/example-shared";
import { inTurn, writeThreads } from "@weft/example-shared/comments";
import { useEffect, useState } from "react";
import { requestNotification } from "./colleague/request-notification.ts";
import { sampleThreads } from "./sample.ts";

/** Fills a new room, and the inbox of its first visitor; returns whether that is done. Storage notes that it was. */
export function useSample(session: UserSession): boolean {
  const isConnected = useStatus() === "connected";
  const isNoted = useStorage((root) => root.begun === true);
  const [isWritten, setIsWritten] = useState(false);
  const note = useMutation(({ storage }) => storage.set("begun", true), []);
  useEffect(() => {
    if (!isConnected || isNoted !== false || isWritten) return;
    const write = async () => {
      await writeThreads(session, sampleThreads(session));
      const userId = session.cast.you.id;
      await requestNotification({ userId, kind: "$invitation", index: 1 });
      await requestNotification({ userId, kind: "$deployment", index: 0 });
      setIsWritten(true);
    };
    // The next connection tries again what fails.
    inTurn(`weft:begin:${session.roomId}`, write).catch(() => undefined);
  }, [isConnected, isNoted, isWritten, session]);
  useEffect(() => {
    if (isWritten && isNoted === false) note();
  }, [isWritten, isNoted, note]);
  return isNoted === true;
}
