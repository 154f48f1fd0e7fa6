import type {
  BlockNoteEditorOptions,
  BlockSchema,
  DefaultBlockSchema,
  DefaultInlineContentSchema,
  DefaultStyleSchema,
  InlineContentSchema,
  StyleSchema,
} from "@blocknote/core";
import type { Extension } from "@tiptap/core";
import { blockExtension } from "./block-extension.ts";
import type { WeftExtensionOptions } from "./extension.ts";
import { withWeftSchema } from "./schema.ts";

/**
 * Adds the extension of a room to options of BlockNote, for `useCreateBlockNote` and `BlockNoteEditor.create`. The room's document takes
 * the place of what BlockNote has for itself: its history, `collaboration` and `initialContent`.
 *
 * @param extension what `useWeftExtension` returns, which has the options of the room. Those of the third parameter are the same ones;
 * nothing depends on them.
 *
 * @example
 * const extension = useWeftExtension();
 * const editor = useCreateBlockNote(withWeftEditorOptions(extension, { animations: false }), [extension]);
 */
export function withWeftEditorOptions<
  B extends BlockSchema = DefaultBlockSchema,
  I extends InlineContentSchema = DefaultInlineContentSchema,
  S extends StyleSchema = DefaultStyleSchema,
>(
  extension: Extension,
  options: Partial<BlockNoteEditorOptions<B, I, S>> = {},
  _roomOptions?: WeftExtensionOptions,
): Partial<BlockNoteEditorOptions<B, I, S>> {
  const { collaboration: _replaced, initialContent: _shared, ...others } = options;
  return {
    ...others,
    // With mentions in any case: what a schema does not know is deleted from the document, even when others have written it.
    schema: withWeftSchema(options.schema),
    disableExtensions: [...(options.disableExtensions ?? []), "history"],
    extensions: [...(options.extensions ?? []), blockExtension(extension)],
  };
}
