import { useMutation, useStatus, useStorage } from "@weft/react";
import type { UserSession } from "@weft/example-shared";
import { inTurn, writeThreads } from "@weft/example-shared/comments";
import { useEffect, useState } from "react";
import { sampleThreads } from "./sample.ts";

/**
 * Fills a new room; returns whether that is done. Storage notes that it was, so that threads which have been deleted do not
 * come back. Two clients that begin a room together write the same threads.
 */
export function useSample(session: UserSession): boolean {
  const connected = useStatus() === "connected";
  const noted = useStorage((root) => root.begun === true);
  const [written, setWritten] = useState(false);
  const note = useMutation(({ storage }) => storage.set("begun", true), []);
  useEffect(() => {
    if (!connected || noted !== false || written) return;
    const write = () => writeThreads(session, sampleThreads(session)).then(() => setWritten(true));
    // The next connection tries again what fails.
    inTurn(`weft:begin:${session.roomId}`, write).catch(() => undefined);
  }, [connected, noted, written, session]);
  useEffect(() => {
    if (written && noted === false) note();
  }, [written, noted, note]);
  return noted === true;
}
