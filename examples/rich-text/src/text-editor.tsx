import { EditorContent, useEditor, useEditorState } from "@tiptap/react";
import { AloneNote, EmptyCard, isPreview } from "@weft/example-shared";
import type { Connection } from "@weft/example-shared";
import type { SharedDocument } from "@weft/example-shared/document";
import { useEffect, useRef, useState } from "react";
import { collaboration } from "./extensions.ts";
import { fillPreview } from "./preview.ts";
import { sample } from "./sample.ts";
import { Toolbar } from "./toolbar.tsx";
import { restore } from "./versions/restore.ts";
import type { Version } from "./versions/use-versions.ts";
import { VersionPanel } from "./versions/version-panel.tsx";
import { VersionPreview } from "./versions/version-preview.tsx";

interface TextEditorProps {
  readonly document: SharedDocument;
  readonly connection: Connection;
  readonly isAlone: boolean;
}

/** The text, the toolbar above it, and its versions beside it. */
export function TextEditor({ document, connection, isAlone }: TextEditorProps) {
  const [panelOpen, setPanelOpen] = useState(false);
  const [shown, setShown] = useState<Version | null>(null);
  const [spoken, setSpoken] = useState("");
  const versionsButton = useRef<HTMLButtonElement>(null);
  const connected = connection === "live" || connection === "saving";
  const editor = useEditor(
    {
      extensions: collaboration(document),
      editorProps: {
        attributes: { id: "text", "aria-label": "Text", role: "textbox", "aria-multiline": "true", class: "text" },
      },
    },
    [document.provider],
  );
  useEffect(() => {
    if (isPreview()) fillPreview(document.provider, editor.schema);
  }, [document.provider, editor]);
  const isEmpty = useEditorState({ editor, selector: (state) => state.editor.isEmpty });

  const closePanel = () => {
    setPanelOpen(false);
    setShown(null);
    // Otherwise the focus of keyboard users would move to the top of the page.
    versionsButton.current?.focus();
  };

  return (
    <div className="desk" data-panel={panelOpen || undefined}>
      <Toolbar
        editor={editor}
        disabled={shown !== null}
        versionsButton={versionsButton}
        versionsOpen={panelOpen}
        onVersions={() => (panelOpen ? closePanel() : setPanelOpen(true))}
      />
      <div className="page">
        {shown && (
          <VersionPreview
            version={shown}
            schema={editor.schema}
            onRestore={(old) => {
              restore(editor, old);
              closePanel();
              setSpoken("Version restored. Use undo to revert it.");
              editor.commands.focus("start");
            }}
            onBack={() => setShown(null)}
          />
        )}
        <div className="now" hidden={shown !== null}>
          <EditorContent editor={editor} className="paper" />
          {isEmpty ? (
            <EmptyCard
              title="A shared text"
              text="Everyone with the link can edit this text at the same time. Undo affects only your own edits."
              action={
                <button
                  type="button"
                  className="button"
                  data-kind="primary"
                  onClick={() => editor.chain().setContent(sample).focus("end").run()}
                >
                  Start with a sample
                </button>
              }
            />
          ) : (
            isAlone && connected && <AloneNote text="Open this page in a second window and type in both." />
          )}
        </div>
      </div>
      {panelOpen && (
        <VersionPanel
          provider={document.provider}
          connected={connected}
          isEmpty={isEmpty}
          shown={shown}
          onShow={setShown}
          onClose={closePanel}
        />
      )}
      <p className="visually-hidden" aria-live="polite">
        {spoken}
      </p>
    </div>
  );
}
