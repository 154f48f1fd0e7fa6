import { useSyncStatus } from "@weft/react";
import type { WeftProvider } from "@weft/react";
import { useEffect } from "react";
import type { ComponentProps } from "react";

type Provider = typeof WeftProvider;

let pending = 0;

/** Whether every edit of the program has reached the server. */
export function isSettled(): boolean {
  return pending === 0;
}

/** The unchanged provider, with a component inside it that watches whether its edits have arrived. */
export function watched(Provider: Provider): Provider {
  return function WatchedProvider({ children, ...options }: ComponentProps<Provider>) {
    return (
      <Provider {...options}>
        {children}
        <SyncWatch />
      </Provider>
    );
  };
}

function SyncWatch() {
  const status = useSyncStatus();
  useEffect(() => {
    if (status === "synchronized") return;
    pending += 1;
    return () => {
      pending -= 1;
    };
  }, [status]);
  return null;
}
