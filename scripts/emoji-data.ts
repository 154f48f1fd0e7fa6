/** `node scripts/emoji-data.ts`: writes the emoji that `@weft/react-ui` brings along, from `emojibase-data` (MIT). */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

interface Entry {
  readonly emoji: string;
  readonly label: string;
  readonly tags?: readonly string[];
  readonly group?: number;
  readonly order?: number;
  readonly version: number;
  readonly skins?: readonly unknown[];
}

/** Newer emoji are empty boxes on devices that are three years old. */
const newestVersion = 15;
/** Skin tones and hair by themselves. */
const components = 2;
/** Words to find an emoji by, besides its name. More of them make the module larger than it may be. */
const tagsEach = 2;

export const emojiModule = new URL("../packages/react-ui/src/emoji/data/emoji-en.ts", import.meta.url);

/** The text of the module: a line for each group, of entries `emoji[*] name|tag tag`. */
export async function emojiData(): Promise<string> {
  const path = fileURLToPath(import.meta.resolve("emojibase-data/en/data.json"));
  const entries = JSON.parse(await readFile(path, "utf8")) as readonly Entry[];
  const groups = new Map<number, string[]>();
  for (const entry of entries.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))) {
    const { emoji, label, tags = [], group, version, skins } = entry;
    if (group === undefined || group === components || version > newestVersion) continue;
    const words = tags.filter((tag) => /^[a-z]{3,9}$/u.test(tag) && !label.includes(tag)).slice(0, tagsEach);
    const entryText = `${emoji}${skins === undefined ? "" : "*"} ${label.replace("e-mail", "email")}${words.length === 0 ? "" : `|${words.join(" ")}`}`;
    groups.set(group, [...(groups.get(group) ?? []), entryText]);
  }
  const text = [...groups].toSorted(([a], [b]) => a - b).map(([, texts]) => texts.join(";"));
  return `/** Written by \`scripts/emoji-data.ts\` from emojibase-data (MIT): \`emoji[*] name|tag tag;\`, where * has skin tones. */
export const emojiText = \`${text.join("\n")}\`;
`;
}

if (import.meta.main) await writeFile(emojiModule, await emojiData());
