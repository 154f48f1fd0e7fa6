/** The promises of Weft as a whole, as `docs/promises.md` lists them. */
export interface ListedPromise {
  /** `G1` */
  readonly number: string;
  /** Markdown, and so is the exclusion. */
  readonly promise: string;
  /** What Weft does not promise with it; empty if nothing is excluded. */
  readonly exclusion: string;
  /** The tests that hold it, by their numbers and names. */
  readonly heldBy: string;
}

/** Reads the table of promises, and the paragraphs that follow it. */
export function readPromises(page: string): { readonly promises: readonly ListedPromise[]; readonly notes: string } {
  const rows = page.split("\n").filter((line) => /^\| G\d+ /.test(line));
  const promises = rows.map((row) => {
    const [, number = "", promise = "", exclusion = "", heldBy = ""] = row.split("|").map((cell) => cell.trim());
    return { number, promise, exclusion, heldBy };
  });
  if (promises.length === 0) throw new Error("docs/promises.md has no table of promises.");
  const after = page.slice(page.indexOf(rows.at(-1)!) + rows.at(-1)!.length).trim();
  return { promises, notes: withoutFileLinks(after) };
}

/** Links to files of the repository become their text: the site does not serve these files. */
function withoutFileLinks(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\((?![a-z]+:)[^)]+\)/g, "$1");
}
