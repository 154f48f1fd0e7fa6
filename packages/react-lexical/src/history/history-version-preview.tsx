import type { InitialConfigType } from "@lexical/react/LexicalComposer";
import { LexicalComposer } from "@lexical/react/LexicalComposer";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { ContentEditable } from "@lexical/react/LexicalContentEditable";
import { LexicalErrorBoundary } from "@lexical/react/LexicalErrorBoundary";
import { RichTextPlugin } from "@lexical/react/LexicalRichTextPlugin";
import type { HistoryVersion } from "@weft/client";
import { VersionPreview } from "@weft/react-ui/text-editor";
import type { LexicalEditor } from "lexical";
import type { ComponentPropsWithoutRef, ReactElement, RefObject } from "react";
import { forwardRef, useEffect, useMemo, useRef } from "react";
import * as Y from "yjs";
import { LexicalBinding } from "../binding/binding.ts";
import { restore } from "./restore.ts";

/** Props of `HistoryVersionPreview`. */
export interface LexicalHistoryVersionPreviewProps extends Omit<ComponentPropsWithoutRef<"div">, "children"> {
  readonly version: HistoryVersion;
  /** Called when the text has been led back to the version. */
  readonly onVersionRestore?: (version: HistoryVersion) => void;
}

/**
 * A version of the text, to be read, with a button that leads the text back to it.
 *
 * @example
 * <HistoryVersionPreview version={version} onVersionRestore={close} />
 */
export const HistoryVersionPreview = forwardRef<HTMLDivElement, LexicalHistoryVersionPreviewProps>(
  function HistoryVersionPreview({ version, onVersionRestore, className, ...props }, ref) {
    const [editor] = useLexicalComposerContext();
    const shown = useRef<LexicalEditor>(null);
    return (
      <VersionPreview
        {...props}
        ref={ref}
        version={version}
        className={className === undefined ? "lb-lexical-version-preview" : `lb-lexical-version-preview ${className}`}
        onRestore={() => {
          if (shown.current === null) return;
          restore(editor, shown.current.getEditorState().toJSON());
          onVersionRestore?.(version);
        }}
      >
        {(update) => <Document key={version.id} editor={editor} update={update} shown={shown} />}
      </VersionPreview>
    );
  },
);

interface DocumentProps {
  /** Whose nodes and looks it has. */
  readonly editor: LexicalEditor;
  readonly update: Uint8Array;
  readonly shown: RefObject<LexicalEditor | null>;
}

function Document({ editor, update, shown }: DocumentProps): ReactElement {
  const initialConfig = useMemo<InitialConfigType>(
    () => ({
      namespace: editor._config.namespace,
      theme: editor._config.theme,
      nodes: [...editor._nodes.values()].map(({ klass, replace, replaceWithKlass }) =>
        replace === null
          ? klass
          : { replace: klass, with: replace, ...(replaceWithKlass !== null && { withKlass: replaceWithKlass }) },
      ),
      editorState: null,
      editable: false,
      onError: (error) => editor._onError(error),
    }),
    [editor],
  );
  return (
    <LexicalComposer initialConfig={initialConfig}>
      <RichTextPlugin
        contentEditable={<ContentEditable className="lb-lexical-version-preview-text" />}
        ErrorBoundary={LexicalErrorBoundary}
      />
      <ShowUpdate update={update} shown={shown} />
    </LexicalComposer>
  );
}

function ShowUpdate({ update, shown }: Pick<DocumentProps, "update" | "shown">): null {
  const [editor] = useLexicalComposerContext();
  useEffect(() => {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, update);
    const binding = new LexicalBinding(editor, doc);
    shown.current = editor;
    return () => {
      shown.current = null;
      binding.destroy();
      doc.destroy();
    };
  }, [editor, update, shown]);
  return null;
}
