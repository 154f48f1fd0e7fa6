import { EmptyCard, HistoryIcon, Invite, isPreview } from "@weft/example-shared";
import type { SharedDocument } from "@weft/example-shared/document";
import { useEffect } from "react";
import { languages, useLanguage } from "./languages.ts";
import type { LanguageId } from "./languages.ts";
import { newFileAddress } from "./new-file.ts";
import { fillPreview } from "./preview.ts";
import { samples } from "./samples.ts";
import { useCodeView } from "./use-code-view.ts";

/** The file, and around it what one does with a file. */
export function CodeEditor({ document }: { readonly document: SharedDocument }) {
  const [language, setLanguage] = useLanguage(document.provider.getYDoc());
  const { place, code, state } = useCodeView(document, language);

  useEffect(() => {
    if (isPreview()) fillPreview(document.provider);
  }, [document.provider]);

  const begin = () => {
    if (!code) return;
    code.text.insert(0, samples[language]);
    code.view.focus();
  };

  return (
    <div className="bench">
      <div className="bench-bar">
        <label className="language">
          <span className="visually-hidden">Language</span>
          <select value={language} onChange={(event) => setLanguage(event.target.value as LanguageId)}>
            {Object.entries(languages).map(([id, { label }]) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <div className="bench-history" role="group" aria-label="History">
          <button
            type="button"
            className="icon-button"
            aria-label="Undo"
            title="Undo"
            disabled={!state.canUndo}
            onClick={() => code?.history.undo()}
          >
            <HistoryIcon />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label="Redo"
            title="Redo"
            disabled={!state.canRedo}
            onClick={() => code?.history.redo()}
          >
            <HistoryIcon mirrored />
          </button>
        </div>
        <div className="bench-share">
          <a className="button" href={newFileAddress()} target="_blank" rel="noopener">
            New file
          </a>
          {!state.isEmpty && <Invite quiet />}
        </div>
      </div>
      <div className="file">
        <div className="file-code" ref={place} />
        {code && state.isEmpty && (
          <div className="file-empty">
            <EmptyCard
              title="A shared file"
              text="Everyone with the link can edit this file at the same time. To share the file, send the address of this page."
              action={
                <button type="button" className="button" data-kind="primary" onClick={begin}>
                  Start with some {languages[language].label}
                </button>
              }
            />
          </div>
        )}
      </div>
      <footer className="bench-foot">
        <span data-testid="place">
          Line {state.line}, column {state.column}
        </span>
        {state.selected > 0 && <span>{state.selected} selected</span>}
        <span className="bench-hint">
          <kbd>Esc</kbd> then <kbd>Tab</kbd> leaves the editor
        </span>
      </footer>
    </div>
  );
}
