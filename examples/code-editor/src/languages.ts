import type { Extension } from "@codemirror/state";
import { useCallback, useSyncExternalStore } from "react";
import type { Doc } from "yjs";

interface Language {
  readonly label: string;
  /** Loaded when it is chosen, so that users do not download grammars of languages that they do not use. */
  readonly load: () => Promise<Extension>;
}

export const languages = {
  typescript: {
    label: "TypeScript",
    load: () => import("@codemirror/lang-javascript").then((m) => m.javascript({ typescript: true, jsx: true })),
  },
  html: { label: "HTML", load: () => import("@codemirror/lang-html").then((m) => m.html()) },
  css: { label: "CSS", load: () => import("@codemirror/lang-css").then((m) => m.css()) },
  python: { label: "Python", load: () => import("@codemirror/lang-python").then((m) => m.python()) },
  markdown: { label: "Markdown", load: () => import("@codemirror/lang-markdown").then((m) => m.markdown()) },
  json: { label: "JSON", load: () => import("@codemirror/lang-json").then((m) => m.json()) },
} as const satisfies Record<string, Language>;

export type LanguageId = keyof typeof languages;

const isLanguage = (value: unknown): value is LanguageId =>
  typeof value === "string" && Object.hasOwn(languages, value);

/** The language of the file. It is part of the document, and therefore the same for everyone. */
export function useLanguage(doc: Doc): readonly [LanguageId, (language: LanguageId) => void] {
  const settings = doc.getMap("settings");
  const chosen = useSyncExternalStore(
    useCallback(
      (listener) => {
        settings.observe(listener);
        return () => settings.unobserve(listener);
      },
      [settings],
    ),
    () => settings.get("language"),
  );
  return [isLanguage(chosen) ? chosen : "typescript", (language) => settings.set("language", language)];
}
