/** The emoji that can be picked, in groups, with the words to find them by. */

/** An emoji, without a skin tone. */
export interface EmojiEntry {
  readonly emoji: string;
  /** Its name in lower case, as in "grinning face". */
  readonly name: string;
  /** More words to find it by, separated by spaces. */
  readonly tags: string;
  readonly hasTones: boolean;
}

export const emojiGroups = [
  "smileys-emotion",
  "people-body",
  "animals-nature",
  "food-drink",
  "travel-places",
  "activities",
  "objects",
  "symbols",
  "flags",
] as const;
export type EmojiGroupId = (typeof emojiGroups)[number];

export interface EmojiGroup {
  readonly id: EmojiGroupId;
  readonly entries: readonly EmojiEntry[];
}

/** Skin tones from light to dark; the first is none. */
export const skinTones = ["", "\u{1F3FB}", "\u{1F3FC}", "\u{1F3FD}", "\u{1F3FE}", "\u{1F3FF}"] as const;
export type SkinTone = (typeof skinTones)[number];

const takesTone = /^\p{Emoji_Modifier_Base}$/u;
const shakingHands = "\u{1F91D}";
const variationSelector = "\u{FE0F}";

/** The emoji with a skin tone. All persons of an emoji get the same. */
export function withTone({ emoji, hasTones }: Pick<EmojiEntry, "emoji" | "hasTones">, tone: SkinTone): string {
  if (!hasTones || tone === "") return emoji;
  const characters = Array.from(emoji);
  return characters
    .map((character, at) => {
      if (character === variationSelector && takesTone.test(characters[at - 1] ?? "")) return "";
      // Two persons who shake hands have the tone; their hands are between them.
      const isBetween = character === shakingHands && characters.length > 1;
      return takesTone.test(character) && !isBetween ? character + tone : character;
    })
    .join("");
}

/** Reads the module that `scripts/emoji-data.ts` writes. */
export function parseEmoji(text: string): readonly EmojiGroup[] {
  return text.split("\n").map((group, at) => ({
    id: emojiGroups[at] ?? "symbols",
    entries: group.split(";").map((entry) => {
      const space = entry.indexOf(" ");
      const [name = "", tags = ""] = entry.slice(space + 1).split("|");
      const emoji = entry.slice(0, space);
      const hasTones = emoji.endsWith("*");
      return { emoji: hasTones ? emoji.slice(0, -1) : emoji, name, tags, hasTones };
    }),
  }));
}

interface EmojibaseEntry {
  readonly emoji: string;
  readonly label: string;
  readonly tags?: readonly string[];
  readonly group?: number;
  readonly order?: number;
  readonly skins?: readonly unknown[];
}

/** Groups of Emojibase by their numbers; the third, components, is not shown. */
const emojibaseGroups: readonly (EmojiGroupId | undefined)[] = [
  ...emojiGroups.slice(0, 2),
  undefined,
  ...emojiGroups.slice(2),
];

function fromEmojibase(data: readonly EmojibaseEntry[]): readonly EmojiGroup[] {
  const ordered = data.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0));
  return emojiGroups.map((id) => ({
    id,
    entries: ordered
      .filter(({ group }) => group !== undefined && emojibaseGroups[group] === id)
      .map(({ emoji, label, tags = [], skins }) => ({
        emoji,
        name: label.toLowerCase(),
        tags: tags.join(" "),
        hasTones: skins !== undefined,
      })),
  }));
}

const loaded = new Map<string, Promise<readonly EmojiGroup[]>>();

/**
 * Loads the emoji: with a `url`, those of `${url}/${locale}/data.json`, in the shape of `emojibase-data`; without, those that this
 * package brings along, with English names. It is asked once; after a failure it can be asked again.
 */
export function loadEmoji(url: string | undefined, locale: string): Promise<readonly EmojiGroup[]> {
  const language = new Intl.Locale(locale).language;
  const key = url === undefined ? "" : `${url}/${language}/data.json`;
  const known = loaded.get(key);
  if (known !== undefined) return known;
  const asked = key === "" ? import("./data/emoji-en.ts").then((data) => parseEmoji(data.emojiText)) : fetchEmoji(key);
  loaded.set(key, asked);
  asked.catch(() => loaded.delete(key));
  return asked;
}

async function fetchEmoji(url: string): Promise<readonly EmojiGroup[]> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The emoji could not be loaded: ${url} answered ${response.status}.`);
  return fromEmojibase((await response.json()) as readonly EmojibaseEntry[]);
}

/** Those that have all words of the text in their names or tags; names that begin with the text come first. */
export function findEmoji(groups: readonly EmojiGroup[], text: string): readonly EmojiEntry[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/u);
  const entries = groups.flatMap((group) => group.entries);
  if (entries.some(({ emoji }) => emoji === wanted)) return entries.filter(({ emoji }) => emoji === wanted);
  const found = entries.filter(({ name, tags }) => words.every((word) => name.includes(word) || tags.includes(word)));
  const rank = ({ name }: EmojiEntry) =>
    name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : 3;
  return found.toSorted((a, b) => rank(a) - rank(b));
}
