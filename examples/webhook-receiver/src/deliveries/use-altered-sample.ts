import { useEffect, useRef } from "react";
import { alteredCopyOf } from "./altered-copy.ts";
import type { Deliveries } from "./deliveries.ts";

/** Sends an altered copy of the first delivery, so that the page shows what a refusal looks like. */
export function useAlteredSample({ list, send }: Deliveries): void {
  const isSent = useRef(false);
  useEffect(() => {
    const [newest] = list;
    if (isSent.current || newest === undefined) return;
    isSent.current = true;
    if (list.every(({ verdict }) => verdict.kind === "verified")) send(alteredCopyOf(newest));
  }, [list, send]);
}
