import type {
  BlockNoteEditor,
  BlockSchema,
  DefaultBlockSchema,
  DefaultInlineContentSchema,
  DefaultStyleSchema,
  InlineContentSchema,
  StyleSchema,
} from "@blocknote/core";
import type { HistoryVersion } from "@weft/client";
import type { HistoryVersionPreviewProps } from "@weft/react-tiptap";
import { restoreVersion, restoreVersionUnbound } from "@weft/react-tiptap/parts";
import { VersionPreview } from "@weft/react-ui/text-editor";
import { forwardRef } from "react";
import type { ReactElement, RefAttributes } from "react";
import { DocumentPreview } from "./document-preview.tsx";

/** Props of `HistoryVersionPreview`. */
export type BlockNoteHistoryVersionPreviewProps<
  B extends BlockSchema = DefaultBlockSchema,
  I extends InlineContentSchema = DefaultInlineContentSchema,
  S extends StyleSchema = DefaultStyleSchema,
> = Omit<HistoryVersionPreviewProps, "editor"> & {
  /** The editor that shows the document now. The version is shown with its blocks. */
  readonly editor: BlockNoteEditor<B, I, S>;
};

/**
 * The document of a version, and a button that restores it. What is restored can be undone as one edit. The editor need not be on the
 * page meanwhile.
 *
 * @example
 * <HistoryVersionPreview editor={editor} version={version} onVersionRestore={close} />
 */
export const HistoryVersionPreview = forwardRef<HTMLDivElement, BlockNoteHistoryVersionPreviewProps>(
  function HistoryVersionPreview({ version, editor, onVersionRestore, className, ...props }, ref) {
    const restore = (restored: HistoryVersion, update: Uint8Array) => {
      if (editor.headless) restoreVersionUnbound(editor._tiptapEditor, update);
      else restoreVersion(editor._tiptapEditor, update);
      onVersionRestore?.(restored);
    };
    return (
      <VersionPreview
        {...props}
        ref={ref}
        version={version}
        className={`lb-blocknote-version-preview ${className ?? ""}`.trim()}
        onRestore={editor.isEditable ? restore : undefined}
      >
        {(update) => <DocumentPreview editor={editor} update={update} />}
      </VersionPreview>
    );
  },
) as <B extends BlockSchema, I extends InlineContentSchema, S extends StyleSchema>(
  props: BlockNoteHistoryVersionPreviewProps<B, I, S> & RefAttributes<HTMLDivElement>,
) => ReactElement;
