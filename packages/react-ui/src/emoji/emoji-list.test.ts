import { createRequire } from "node:module";
import { afterEach, expect, test, vi } from "vitest";
import { emojiText } from "./data/emoji-en.ts";
import { groupNames } from "./data/group-names.ts";
import { emojiGroups, findEmoji, loadEmoji, parseEmoji, skinTones, withTone } from "./emoji-list.ts";

const groups = parseEmoji(emojiText);

afterEach(() => vi.unstubAllGlobals());

test("[UI80] the emoji that come along take less than 60 KB", () => {
  expect(Buffer.byteLength(emojiText)).toBeLessThan(60_000);
});

test("[UI80] groups have emoji, and names in every language", () => {
  expect(groups.map(({ id }) => id)).toEqual(emojiGroups);
  for (const { entries } of groups) expect(entries.length).toBeGreaterThan(50);
  for (const names of Object.values(groupNames)) expect(names).toHaveLength(emojiGroups.length + 1);
  const keycap = groups.flatMap(({ entries }) => entries).find(({ name }) => name === "keycap: *");
  expect(keycap?.emoji).toBe("*️⃣");
});

test("[UI81] skin tones are those of Unicode", () => {
  interface Known {
    readonly emoji: string;
    readonly skins?: readonly { readonly emoji: string; readonly tone: number | readonly number[] }[];
  }
  const known = createRequire(import.meta.url)("emojibase-data/en/data.json") as readonly Known[];
  for (const { emoji, skins = [] } of known)
    for (const { emoji: toned, tone } of skins)
      if (typeof tone === "number") expect(withTone({ emoji, hasTones: true }, skinTones[tone] ?? "")).toBe(toned);
});

test("[UI82] emoji are found by all words of a text in their names and tags", () => {
  expect(findEmoji(groups, "party pop")[0]?.emoji).toBe("🎉");
  expect(findEmoji(groups, "FIRE")[0]?.emoji).toBe("🔥");
  expect(findEmoji(groups, "🔥").map(({ name }) => name)).toEqual(["fire"]);
  expect(findEmoji(groups, "no such emoji")).toEqual([]);
});

test("[UI83] with a URL, emoji and their names are loaded from there, and asked for again after a failure", async () => {
  const asked: string[] = [];
  let isBroken = true;
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    if (isBroken) return new Response("", { status: 500 });
    return Response.json([
      { emoji: "🔥", label: "Feu", group: 5, order: 2, tags: ["flamme"] },
      { emoji: "👋", label: "Main", group: 1, order: 1, skins: [{}] },
      { emoji: "🏻", label: "peau", group: 2, order: 3 },
    ]);
  });
  await expect(loadEmoji("https://emoji.example", "fr-CA")).rejects.toThrow("500");
  isBroken = false;
  const loaded = await loadEmoji("https://emoji.example", "fr-CA");
  expect(asked).toEqual(Array(2).fill("https://emoji.example/fr/data.json"));
  expect(loaded.flatMap(({ id, entries }) => entries.map(({ name }) => `${id} ${name}`))).toEqual([
    "people-body main",
    "travel-places feu",
  ]);
});
