import type { Files } from "@weft/example-tutorial-runner/messages";
import { readItem, storeItem } from "../storage/browser-storage.ts";

const key = "weft:tutorial";

/** A reader's progress. It is stored only in their browser. */
export interface Progress {
  /** Chapters whose check has passed. */
  readonly done: readonly string[];
  /** By chapter, the files that differ from its start. */
  readonly code: Readonly<Record<string, Files>>;
}

const none: Progress = { done: [], code: {} };
const listeners = new Set<() => void>();
let current: Progress | undefined;

export function readProgress(): Progress {
  current ??= parse(readItem(key));
  return current;
}

export function markDone(slug: string): void {
  const { done, code } = readProgress();
  if (!done.includes(slug)) change({ done: [...done, slug], code });
}

/** Stores the reader's code of a chapter, or removes it if no file differs from the start. */
export function keepCode(slug: string, files: Files): void {
  const { done, code } = readProgress();
  const { [slug]: _, ...others } = code;
  change({ done, code: Object.keys(files).length === 0 ? others : { ...others, [slug]: files } });
}

/** Calls the listener after every change, made here or in another tab. Returns a function that removes it. */
export function onProgress(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener("storage", announceStored);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", announceStored);
  };
}

/** Parses stored progress. Invalid parts are dropped. */
export function parse(text: string | null): Progress {
  try {
    const value = JSON.parse(text ?? "null") as unknown;
    if (!isRecord(value)) return none;
    const done = Array.isArray(value["done"]) ? value["done"].filter((slug) => typeof slug === "string") : [];
    const code = isRecord(value["code"]) ? Object.entries(value["code"]).filter(isProgram) : [];
    return { done, code: Object.fromEntries(code) };
  } catch {
    return none;
  }
}

function isProgram(entry: [string, unknown]): entry is [string, Files] {
  return isRecord(entry[1]) && Object.values(entry[1]).every((text) => typeof text === "string");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function change(progress: Progress): void {
  current = progress;
  storeItem(key, JSON.stringify(progress));
  for (const listener of listeners) listener();
}

function announceStored(event: StorageEvent): void {
  if (event.key !== key && event.key !== null) return;
  current = undefined;
  for (const listener of listeners) listener();
}
