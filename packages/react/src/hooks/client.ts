import type { SyncStatus, WeftError } from "@weft/client";
import { useEffect, useState } from "react";
import { useAnyClient } from "../contexts.ts";
import type { AnyClient } from "../room.ts";
import { useExternal } from "../selection.ts";
import { syncStatusOf } from "../values.ts";
import type { SyncStatusOptions } from "./hook-types.ts";
import { chatHooks } from "./chats.ts";
import { inboxHooks } from "./inbox.ts";
import { useListener } from "./listen.ts";
import { peopleHooks } from "./people.ts";

/** For so long everything must have been synchronized before a smooth status says so. */
const smoothMs = 1_000;

/** Hooks of this client, or of the one that a provider gives. */
export function clientHooks(suspends: boolean, bound?: AnyClient) {
  return {
    ...chatHooks(suspends, bound),
    ...inboxHooks(suspends, bound),
    ...peopleHooks(suspends, bound),
    useClient: () => useAnyClient(bound),
    useErrorListener: (callback: (error: WeftError) => void) => useListener(useAnyClient(bound).events.error, callback),
    useSyncStatus({ smooth = false }: SyncStatusOptions = {}): SyncStatus {
      const status = useExternal(syncStatusOf(useAnyClient(bound)));
      const [smoothed, setSmoothed] = useState(status);
      useEffect(() => {
        if (status === "synchronizing") return setSmoothed(status);
        const timer = setTimeout(() => setSmoothed(status), smoothMs);
        return () => clearTimeout(timer);
      }, [status]);
      return smooth && smoothed === "synchronizing" ? smoothed : status;
    },
  };
}
