/** What a person has picked, in this browser: emoji, newest first, and a skin tone. */
import type { SkinTone } from "./emoji-list.ts";
import { skinTones } from "./emoji-list.ts";

const recentKey = "weft-recent-emoji";
const toneKey = "weft-skin-tone";
/** Two rows. */
const maxRecent = 18;

/** Browsers may refuse storage, as in private windows and in frames of other sites. Then nothing is remembered. */
function read(key: string): string | null {
  try {
    return globalThis.localStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    globalThis.localStorage?.setItem(key, value);
  } catch {
    // Nothing is remembered.
  }
}

export function recentEmoji(): readonly string[] {
  const text = read(recentKey);
  return text === null || text === "" ? [] : text.split(" ").slice(0, maxRecent);
}

export function rememberEmoji(emoji: string): void {
  write(recentKey, [emoji, ...recentEmoji().filter((each) => each !== emoji)].slice(0, maxRecent).join(" "));
}

export function chosenTone(): SkinTone {
  const tone = read(toneKey);
  return skinTones.find((each) => each === tone) ?? "";
}

export function rememberTone(tone: SkinTone): void {
  write(toneKey, tone);
}
