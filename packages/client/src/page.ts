/** The page that a client is in. In Node.js there is none, and nothing happens. */

/** What a page has and Node.js has not. */
interface PageGlobals {
  readonly location?: { readonly origin: string };
  readonly document?: {
    readonly visibilityState: "visible" | "hidden";
    addEventListener(type: "visibilitychange", listener: () => void): void;
    removeEventListener(type: "visibilitychange", listener: () => void): void;
  };
  addEventListener?(type: "online" | "offline", listener: () => void): void;
  addEventListener?(type: "beforeunload", listener: (event: LeavingEvent) => void): void;
  addEventListener?(type: "pagehide", listener: () => void): void;
  removeEventListener?(type: "online" | "offline", listener: () => void): void;
}

interface LeavingEvent {
  preventDefault(): void;
}

const page = globalThis as unknown as PageGlobals;

export function pageOrigin(): string | undefined {
  const origin = page.location?.origin;
  // The origin of pages in files and sandboxes.
  return origin === "null" ? undefined : origin;
}

/** Calls back when the network is back or may be gone, and when the page is looked at again. Answers what ends that. */
export function onPageWake(wake: () => void): () => void {
  const { document } = page;
  const seen = () => {
    if (document?.visibilityState === "visible") wake();
  };
  page.addEventListener?.("online", wake);
  page.addEventListener?.("offline", wake);
  document?.addEventListener("visibilitychange", seen);
  return () => {
    page.removeEventListener?.("online", wake);
    page.removeEventListener?.("offline", wake);
    document?.removeEventListener("visibilitychange", seen);
  };
}

/** Answers how long the page has been hidden, in milliseconds by this clock; 0 while it is visible. */
export function watchHidden(now: () => number): () => number {
  const { document } = page;
  if (document === undefined) return () => 0;
  let since = document.visibilityState === "hidden" ? now() : undefined;
  // For as long as the page lives, as its client does.
  document.addEventListener("visibilitychange", () => {
    since = document.visibilityState === "hidden" ? now() : undefined;
  });
  return () => (since === undefined ? 0 : now() - since);
}

/** Has the browser ask before the page is left, while that would lose something. */
export function askBeforeLeaving(wouldLose: () => boolean): void {
  page.addEventListener?.("beforeunload", (event: LeavingEvent) => {
    if (wouldLose()) event.preventDefault();
  });
}

/** Calls back when the page is left. */
export function onPageLeave(left: () => void): void {
  page.addEventListener?.("pagehide", left);
}
