import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import type { RefObject } from "react";
import { useSiteConfig } from "../api/use-site-config.ts";
import { roomOfTab } from "../examples/private-room.ts";
import type { NoteRoom } from "./live/note-room.ts";
import { sampleState } from "./live/note-state.ts";
import type { NoteState } from "./live/note-state.ts";

/** The suffix of a room, as it is in links to it. */
const suffixForm = /^[a-z0-9-]{1,40}$/u;

export interface RunningNote {
  readonly state: NoteState;
  /** Undefined until it is connected, and where the server has no demo project. */
  readonly room: NoteRoom | undefined;
  /** An address that brings others into the room. */
  readonly link: string | undefined;
}

/**
 * The document of the home page: a sample until the page has nothing else to do and `element` is in view, then a room of
 * this server. Each tab has a room of its own; `?room=` names that of another visitor.
 */
export function useNoteRoom(element: RefObject<Element | null>): RunningNote {
  const { data: config } = useSiteConfig();
  const isOffered = config !== undefined && config.demoPublicKey !== null;
  const [room, setRoom] = useState<NoteRoom>();
  const [link, setLink] = useState<string>();

  useEffect(() => {
    if (!isOffered || element.current === null) return undefined;
    const given = new URLSearchParams(location.search).get("room") ?? "";
    const isGuest = suffixForm.test(given);
    const suffix = isGuest ? given : roomOfTab("weft:home-room", "home");
    let isShown = false;
    let isEnded = false;
    let opened: NoteRoom | undefined;
    const open = async () => {
      const { openNoteRoom } = await import("./live/note-room.ts");
      if (isEnded) return;
      opened = await openNoteRoom({ suffix, isGuest, isShown: () => isShown });
      if (isEnded) return opened[Symbol.dispose]();
      setRoom(opened);
      setLink(`/?room=${suffix}`);
    };
    let cancel: (() => void) | undefined;
    const watch = ([entry]: IntersectionObserverEntry[]) => {
      isShown = entry?.isIntersecting === true;
      // A server without a demo project, or one that lets no stranger create rooms: the sample stays.
      if (isShown) cancel ??= whenIdle(() => void open().catch(() => undefined));
    };
    // On a phone it is below the first screen: it is connected when the visitor gets there.
    const observer = new IntersectionObserver(watch, { rootMargin: "300px" });
    observer.observe(element.current);
    return () => {
      isEnded = true;
      observer.disconnect();
      cancel?.();
      opened?.[Symbol.dispose]();
      setRoom(undefined);
    };
  }, [isOffered, element]);

  const state = useSyncExternalStore(
    useCallback((listener: () => void) => room?.subscribe(listener) ?? (() => {}), [room]),
    () => room?.getState() ?? sampleState,
    () => sampleState,
  );
  const isRunning = state.connection === "live" || state.connection === "offline";
  return { state, room: isRunning ? room : undefined, link };
}

/** Runs this when the page is done with everything else. Returns how to cancel it. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(run, 300);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 2_000 });
  return () => cancelIdleCallback(handle);
}
