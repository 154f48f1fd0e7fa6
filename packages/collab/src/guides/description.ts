const longest = 160;

/** What a search engine quotes of a guide: its first paragraph as plain text. */
export function descriptionOf(markdown: string): string {
  const blocks = markdown
    // Code may contain empty lines.
    .replaceAll(/^(```|~~~)[\s\S]*?(^\1|$(?![\s\S]))/gm, "")
    .split(/\n\s*\n/)
    .map((block) => plain(block.trim()))
    .filter((block) => block !== "");
  const text = blocks.find((block) => !/^(#|>|\||[-*+] |\d+[.)] )/.test(block)) ?? "";
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).replace(/\s+\S*$/, "")}…`;
}

function plain(block: string): string {
  return block
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\*\*|__|`/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
