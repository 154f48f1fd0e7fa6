/** What happened to the page: `test` that the socket still lives, or `retry` now instead of later. */
export type ConnectionHint = "test" | "retry";

export interface ConnectionHints {
  subscribe(listener: (hint: ConnectionHint) => void): () => void;
}

export const browserHints: ConnectionHints = {
  subscribe(listener) {
    const over = new AbortController();
    const { signal } = over;
    addEventListener("online", () => listener("retry"), { signal });
    addEventListener("offline", () => listener("test"), { signal });
    document.addEventListener(
      "visibilitychange",
      () => {
        if (document.visibilityState === "visible") listener("test");
      },
      { signal },
    );
    return () => over.abort();
  },
};
