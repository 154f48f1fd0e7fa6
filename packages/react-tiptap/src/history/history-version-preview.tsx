"use client";
import type { HistoryVersion } from "@weft/client";
import { updateYFragment, yUndoPluginKey } from "@tiptap/y-tiptap";
import type { Editor } from "@tiptap/react";
import { VersionPreview } from "@weft/react-ui/text-editor";
import { forwardRef } from "react";
import type { ComponentPropsWithoutRef } from "react";
import { documentOfVersion, VersionText } from "./version-text.tsx";

/** Props of `HistoryVersionPreview`. */
export interface HistoryVersionPreviewProps extends Omit<ComponentPropsWithoutRef<"div">, "children"> {
  readonly version: HistoryVersion;
  /** The editor that shows the text now. */
  readonly editor: Editor;
  /** Called when the user has restored the version. */
  readonly onVersionRestore?: (version: HistoryVersion) => void;
}

/**
 * The text of a version, and a button that restores it. What is restored can be undone as one edit.
 *
 * @example
 * <HistoryVersionPreview editor={editor} version={version} onVersionRestore={close} />
 */
export const HistoryVersionPreview = forwardRef<HTMLDivElement, HistoryVersionPreviewProps>(
  function HistoryVersionPreview({ version, editor, onVersionRestore, className, ...props }, ref) {
    const restore = (restored: HistoryVersion, update: Uint8Array) => {
      restoreVersion(editor, update);
      onVersionRestore?.(restored);
    };
    return (
      <VersionPreview
        {...props}
        ref={ref}
        version={version}
        className={`lb-tiptap-version-preview ${className ?? ""}`.trim()}
        onRestore={editor.isEditable ? restore : undefined}
      >
        {(update) => <VersionText editor={editor} update={update} />}
      </VersionPreview>
    );
  },
);

/** Writes the text of a version in place of the text that there is. What both have is not written again. */
export function restoreVersion(editor: Editor, update: Uint8Array): void {
  const version = documentOfVersion(editor, update);
  if (version === null) return;
  const undo = yUndoPluginKey.getState(editor.state) as
    | { readonly undoManager?: { stopCapturing(): void } }
    | undefined;
  undo?.undoManager?.stopCapturing();
  const { tr, doc } = editor.state;
  editor.view.dispatch(tr.replaceWith(0, doc.content.size, version.content).scrollIntoView());
  undo?.undoManager?.stopCapturing();
}

/**
 * The same for an editor that is on no page, and so not bound to the room: when it is shown again, it begins with what is in the room's
 * document.
 */
export function restoreVersionUnbound(editor: Editor, update: Uint8Array): void {
  const version = documentOfVersion(editor, update);
  if (version === null) return;
  const { field, provider } = editor.storage.weft;
  const doc = provider.getYDoc();
  const known = { mapping: new Map(), isOMark: new Map() };
  doc.transact(() => updateYFragment(doc, doc.getXmlFragment(field), version, known));
}
