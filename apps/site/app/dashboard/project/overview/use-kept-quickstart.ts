import { useCallback, useEffect, useState } from "react";
import { readItem, storeItem } from "../../../storage/browser-storage.ts";

/**
 * Keeps the quickstart on the overview after the first connection, in the tab that has shown it, until it is dismissed there or
 * with the checklist. The first connection comes while it is being read.
 */
export function useKeptQuickstart(projectId: string, isNew: boolean, dismissed: boolean) {
  const key = `weft:quickstart:${projectId}`;
  const [kept, setKept] = useState(() => readItem(key, "session") === "open");
  const dismiss = useCallback(() => {
    storeItem(key, null, "session");
    setKept(false);
  }, [key]);
  useEffect(() => {
    if (!isNew) return;
    storeItem(key, "open", "session");
    setKept(true);
  }, [key, isNew]);
  useEffect(() => {
    if (dismissed && !isNew) dismiss();
  }, [dismissed, isNew, dismiss]);
  return { kept, dismiss };
}
