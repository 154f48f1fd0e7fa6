const longest = 160;
/** Characters of a paragraph that are read. */
const read = 4_000;

/** What a search engine quotes of a guide: its first paragraph as plain text. */
export function descriptionOf(markdown: string): string {
  let text = "";
  for (const block of blocksOf(markdown)) {
    const words = plain(block.slice(0, read));
    if (words === "" || /^(#|>|\||[-*+] |\d{1,9}[.)] )/.test(words)) continue;
    text = words;
    break;
  }
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).replace(/\s+\S*$/, "")}…`;
}

/** What is between empty lines, without code, which may contain such lines. */
function* blocksOf(markdown: string): Generator<string> {
  let lines: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split("\n")) {
    const mark = line.startsWith("```") || line.startsWith("~~~") ? line.slice(0, 3) : undefined;
    if (fence !== undefined) {
      if (mark === fence) fence = undefined;
      continue;
    }
    fence = mark;
    if (mark === undefined && line.trim() !== "") {
      lines.push(line.trim());
      continue;
    }
    if (lines.length > 0) yield lines.join("\n");
    lines = [];
  }
  if (lines.length > 0) yield lines.join("\n");
}

function plain(block: string): string {
  return block
    .replaceAll(/!\[[^[\]]*\]\([^()]*\)/g, "")
    .replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replaceAll(/\*\*|__|`/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
