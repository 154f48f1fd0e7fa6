export interface CodeSample {
  readonly id: string;
  readonly label: string;
  readonly file: string;
  readonly code: string;
  /** Its lines, coloured for both palettes. */
  readonly html: string;
}

const snippets: Record<string, Pick<CodeSample, "code" | "html">> = import.meta.glob("./snippets/*", {
  query: "?coloured",
  import: "default",
  eager: true,
});

const sources = [
  { id: "react", label: "Presence", file: "app.tsx", snippet: "react.tsx" },
  { id: "storage", label: "Storage", file: "summer.ts", snippet: "storage.ts" },
  { id: "text", label: "Text", file: "chapter.ts", snippet: "text.ts" },
  { id: "server", label: "REST", file: "terminal", snippet: "server.sh" },
] as const;

/** The code on the home page; the snippets are files of their own, so that they are compiled. */
export function codeSamples(): readonly CodeSample[] {
  return sources.map(({ snippet, ...sample }) => ({ ...sample, ...snippets[`./snippets/${snippet}`]! }));
}
