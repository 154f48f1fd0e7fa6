import { BlockNoteEditor } from "@blocknote/core";
import type {
  BlockNoteEditorOptions,
  BlockSchema,
  DefaultBlockSchema,
  DefaultInlineContentSchema,
  DefaultStyleSchema,
  InlineContentSchema,
  StyleSchema,
} from "@blocknote/core";
import { useMemo, useState } from "react";
import type { DependencyList } from "react";
import { withWeftEditorOptions } from "./editor-options.ts";
import { useWeftExtension } from "./extension.ts";
import type { WeftExtensionOptions } from "./extension.ts";
import { initialDocument } from "./initial-content.ts";
import { withWeftSchema } from "./schema.ts";

/**
 * An editor of BlockNote that shows the document of the room around it. It takes the options of `useCreateBlockNote`, then those of the
 * room. Blocks of `initialContent` are written to the room's document if it is empty. When one of `deps` changes, or the room, there is
 * a new editor.
 *
 * @example
 * const editor = useCreateBlockNoteWithWeft({}, { mentions: true });
 * return <BlockNoteView editor={editor} />;
 */
export function useCreateBlockNoteWithWeft<
  B extends BlockSchema = DefaultBlockSchema,
  I extends InlineContentSchema = DefaultInlineContentSchema,
  S extends StyleSchema = DefaultStyleSchema,
>(
  options: Partial<BlockNoteEditorOptions<B, I, S>> = {},
  roomOptions: WeftExtensionOptions = {},
  deps: DependencyList = [],
): BlockNoteEditor<B, I, S> {
  const [initialContent] = useState(() => {
    // Nothing is written by a server, and none can read HTML.
    if (typeof window === "undefined") return undefined;
    const schema = withWeftSchema(options.schema);
    return initialDocument(roomOptions.initialContent, { ...options, schema });
  });
  const extension = useWeftExtension({ ...roomOptions, initialContent });
  return useMemo(
    () =>
      BlockNoteEditor.create(withWeftEditorOptions(extension, options, roomOptions)) as unknown as BlockNoteEditor<
        B,
        I,
        S
      >,
    // Options are read when there is a new editor, as those of `useCreateBlockNote`.
    [extension, ...deps],
  );
}
