import { codeToHtml } from "shiki";

export interface CodeSample {
  readonly id: string;
  readonly label: string;
  readonly file: string;
  readonly code: string;
  /** Coloured for both palettes. */
  readonly html: string;
}

const snippets: Record<string, string> = import.meta.glob("./snippets/*", {
  query: "?raw",
  import: "default",
  eager: true,
});

const sources = [
  { id: "react", label: "Presence", file: "app.tsx", language: "tsx", snippet: "react.tsx" },
  { id: "storage", label: "Storage", file: "summer.ts", language: "ts", snippet: "storage.ts" },
  { id: "text", label: "Text", file: "chapter.ts", language: "ts", snippet: "text.ts" },
  { id: "server", label: "REST", file: "terminal", language: "bash", snippet: "server.sh" },
] as const;

/** The code on the home page, coloured at build time; the snippets are files of their own, so that they are compiled. */
export function codeSamples(): Promise<CodeSample[]> {
  return Promise.all(
    sources.map(async ({ language, snippet, ...sample }) => {
      const code = (snippets[`./snippets/${snippet}`] ?? "").trimEnd();
      return {
        ...sample,
        code,
        html: await codeToHtml(code, {
          lang: language,
          themes: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
          defaultColor: "light-dark()",
        }),
      };
    }),
  );
}
