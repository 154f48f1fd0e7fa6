/** Whether the page is a preview of the gallery (`?preview`): it begins with content, and a scripted person acts in it. */
export function isPreview(): boolean {
  return new URLSearchParams(location.search).has("preview");
}

/** Waits for a moment. Rejects once the visitor acts, so that the rest of a script is left out. */
export type Pause = (ms: number) => Promise<void>;

const entering = ["pointermove", "pointerdown", "keydown"] as const;

/**
 * Plays `script` in previews, so that a visitor who is alone sees another person act. Of several windows of the room, one
 * plays it. It ends as soon as the visitor acts in any of them. Returns how to end it.
 */
export function playPreview(
  roomId: string,
  script: (pause: Pause) => Promise<void>,
  endsWith: readonly (keyof WindowEventMap)[] = entering,
): () => void {
  // Absent on plain-http addresses other than localhost: no script is played there.
  const locks = (navigator as Partial<Navigator>).locks;
  if (!isPreview() || !locks) return () => {};
  const ended = new AbortController();
  const acts = new BroadcastChannel(`weft:acts:${roomId}`);
  acts.addEventListener("message", () => ended.abort());
  const onAct = () => {
    acts.postMessage(null);
    ended.abort();
  };
  for (const type of endsWith) addEventListener(type, onAct, { capture: true, once: true, signal: ended.signal });
  ended.signal.addEventListener("abort", () => acts.close(), { once: true });
  void locks.request(`weft:script:${roomId}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    // A script that fails or is cut short does no harm: the visitor has the page to themselves.
    await script((ms) => pause(ms, ended.signal)).catch(() => undefined);
  });
  return () => ended.abort();
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error("The visitor acts."));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    setTimeout(resolve, ms);
  });
}
