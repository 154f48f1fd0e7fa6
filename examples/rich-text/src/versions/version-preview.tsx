import { useHistoryVersionYjsData } from "@weft/react";
import type { Node, Schema } from "@tiptap/pm/model";
import { EditorContent, useEditor } from "@tiptap/react";
import { useMemo } from "react";
import { content } from "../extensions.ts";
import { readVersion } from "./read-version.ts";
import type { Version } from "./use-versions.ts";
import { VersionTime } from "./version-time.tsx";

interface VersionPreviewProps {
  readonly version: Version;
  readonly schema: Schema;
  readonly onRestore: (text: Node) => void;
  readonly onBack: () => void;
}

/** A version in the place of the text, to be read and restored, not written in. */
export function VersionPreview({ version, schema, onRestore, onBack }: VersionPreviewProps) {
  const { data, error, isLoading } = useHistoryVersionYjsData(version.id);
  const text = useMemo(() => (data ? readVersion(data, schema) : null), [data, schema]);
  return (
    <section className="preview" aria-label="A saved version">
      <div className="preview-bar">
        <VersionTime at={version.createdAt} />
        <button type="button" className="button" onClick={onBack}>
          Back to current text
        </button>
        <button
          type="button"
          className="button"
          data-kind="primary"
          disabled={!text}
          onClick={() => text && onRestore(text)}
        >
          Restore
        </button>
      </div>
      {isLoading && (
        <p className="preview-note" role="status">
          Loading the version…
        </p>
      )}
      {!isLoading && !text && (
        <p className="preview-note" role="alert">
          This version could not be loaded{error ? `: ${error.message}` : "."}
        </p>
      )}
      {text && <OldText key={version.id} text={text} />}
    </section>
  );
}

function OldText({ text }: { readonly text: Node }) {
  const editor = useEditor({
    extensions: content,
    content: text.toJSON(),
    editable: false,
    editorProps: { attributes: { "aria-label": "Text of this version", class: "text", "data-testid": "old-text" } },
  });
  return <EditorContent editor={editor} className="paper" data-old />;
}
