import { useEffect, useState } from "react";

/** The chapters that the reader has done. What keeps them is loaded with the editor, not with the page. */
export function useDone(): readonly string[] {
  const [done, setDone] = useState<readonly string[]>([]);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let gone = false;
    void import("./progress.ts").then(({ onProgress, readProgress }) => {
      if (gone) return;
      const read = () => setDone(readProgress().done);
      stop = onProgress(read);
      read();
    });
    return () => {
      gone = true;
      stop?.();
    };
  }, []);
  return done;
}
