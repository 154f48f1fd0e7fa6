/** `local` storage belongs to the site, `session` storage to one tab. */
export type StorageArea = "local" | "session";

/** The item stored under a key. Null if there is none, or if the browser forbids storage, as in some private windows. */
export function readItem(key: string, area: StorageArea = "local"): string | null {
  try {
    return storageOf(area).getItem(key);
  } catch {
    return null;
  }
}

/** Stores an item; null removes it. Does nothing if storage is full or forbidden: the site works without it. */
export function storeItem(key: string, value: string | null, area: StorageArea = "local"): void {
  try {
    if (value === null) storageOf(area).removeItem(key);
    else storageOf(area).setItem(key, value);
  } catch {
    // The value then lasts as long as the page.
  }
}

function storageOf(area: StorageArea): Storage {
  return area === "local" ? localStorage : sessionStorage;
}
