import { useSyncExternalStore } from "react";

// In memory alone: a secret key is shown once, and a reload is the end of it.
const secrets = new Map<string, string>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Holds the secret key of a project that was just created, for its page to show. */
export function keepNewSecret(projectId: string, secret: string): void {
  secrets.set(projectId, secret);
  tell();
}

export function forgetNewSecret(projectId: string): void {
  secrets.delete(projectId);
  tell();
}

/** The secret key of a project that was created since the page was loaded, until it is put away. */
export function useNewSecret(projectId: string): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => secrets.get(projectId),
    () => undefined,
  );
}
