import { BlockNoteEditor, createExtension } from "@blocknote/core";
import type { BlockSchema, InlineContentSchema, StyleSchema } from "@blocknote/core";
import { BlockNoteViewRaw } from "@blocknote/react";
import { CommentsExtension, documentIn } from "@weft/react-tiptap/parts";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { commentsBesideStyles } from "./block-extension.ts";

/** BlockNote's own menus, which are for writing. */
const noControls = {
  comments: false,
  emojiPicker: false,
  filePanel: false,
  formattingToolbar: false,
  linkToolbar: false,
  sideMenu: false,
  slashMenu: false,
  tableHandles: false,
} as const;

/** Props of `DocumentPreview`. */
export interface DocumentPreviewProps<B extends BlockSchema, I extends InlineContentSchema, S extends StyleSchema> {
  /** The document is shown with the blocks of this editor. */
  readonly editor: BlockNoteEditor<B, I, S>;
  /** A Yjs update for an empty document. */
  readonly update: Uint8Array;
}

/**
 * A document for reading. It is in an editor of its own: blocks look up what they are by their ids, in the editor that they
 * are in.
 */
export function DocumentPreview<B extends BlockSchema, I extends InlineContentSchema, S extends StyleSchema>({
  editor,
  update,
}: DocumentPreviewProps<B, I, S>): ReactElement {
  const preview = useMemo(() => {
    const { schema, dictionary, resolveFileUrl, settings } = editor;
    const created = BlockNoteEditor.create({
      schema,
      dictionary,
      ...(resolveFileUrl !== undefined && { resolveFileUrl }),
      tables: settings.tables,
      animations: false,
      trailingBlock: false,
      extensions: [
        createExtension({ key: "weftPreview", tiptapExtensions: [CommentsExtension, commentsBesideStyles] }),
      ],
    });
    const document = documentIn(update, editor._tiptapEditor.storage.weft.field, created.pmSchema);
    if (document !== null)
      created.transact((transaction) => transaction.replaceWith(0, transaction.doc.content.size, document.content));
    return created;
  }, [editor, update]);
  const scheme = editor.portalElement.dataset["colorScheme"];
  return (
    <BlockNoteViewRaw
      editor={preview}
      editable={false}
      {...noControls}
      {...((scheme === "light" || scheme === "dark") && { theme: scheme })}
    />
  );
}
