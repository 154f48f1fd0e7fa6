import { useHistory, useMutation, useStatus, useStorage } from "@liveblocks/react";
import { useEffect, useState } from "react";
import type { UserSession } from "../start-example.tsx";
import { inTurn } from "./in-turn.ts";
import { writeThreads } from "./sample-threads.ts";
import type { SampleThread } from "./sample-threads.ts";

/**
 * Fills a new room with threads; returns whether that is done. Storage notes that it was, in `begun`, so that threads which
 * have been deleted do not come back. Two clients that begin a room together write the same threads.
 */
export function useSample(
  session: UserSession,
  sampleThreads: (session: UserSession) => readonly SampleThread[],
): boolean {
  const connected = useStatus() === "connected";
  // Examples declare their own Storage, which this file does not know.
  const noted = useStorage((root) => (root as Readonly<Record<string, unknown>>)["begun"] === true);
  const [written, setWritten] = useState(false);
  const note = useMutation(({ storage }) => {
    (storage as unknown as { set(key: string, value: boolean): void }).set("begun", true);
  }, []);
  useEffect(() => {
    if (!connected || noted !== false || written) return;
    const write = () => writeThreads(session, sampleThreads(session)).then(() => setWritten(true));
    // The next connection tries again what fails.
    inTurn(`weft:begin:${session.roomId}`, write).catch(() => undefined);
    // The sample is the same for as long as the page is open.
  }, [connected, noted, written, session]);
  const history = useHistory();
  useEffect(() => {
    // Undo leaves the room begun.
    if (written && noted === false) history.disable(note);
  }, [written, noted, note, history]);
  return noted === true;
}
