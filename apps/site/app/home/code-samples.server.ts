export interface ColouredCode {
  readonly code: string;
  /** Its lines, coloured for both palettes. */
  readonly html: string;
}

export interface CodeSample extends ColouredCode {
  readonly id: "react" | "storage" | "text" | "server";
  readonly label: string;
  readonly file: string;
}

const snippets: Record<string, ColouredCode> = import.meta.glob("./snippets/*", {
  query: "?coloured",
  import: "default",
  eager: true,
});

const sources = [
  { id: "react", label: "Presence", file: "app.tsx", snippet: "react.tsx" },
  { id: "storage", label: "Storage", file: "tasks.ts", snippet: "storage.ts" },
  { id: "text", label: "Text", file: "notes.ts", snippet: "text.ts" },
  { id: "server", label: "REST", file: "terminal", snippet: "server.sh" },
] as const;

/** The code on the home page; the snippets are files of their own, so that they are compiled. */
export function codeSamples(): { readonly samples: readonly CodeSample[]; readonly response: ColouredCode } {
  return {
    samples: sources.map(({ snippet, ...sample }) => ({ ...sample, ...snippets[`./snippets/${snippet}`]! })),
    response: snippets["./snippets/response.json"]!,
  };
}
