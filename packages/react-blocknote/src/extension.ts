import type { Extension } from "@tiptap/core";
import type { WeftEditorOptions } from "@weft/react-tiptap";
import { useEditorExtension } from "@weft/react-tiptap/parts";

/** Options of a room for an editor. They count when the component is mounted. */
export type WeftExtensionOptions = WeftEditorOptions;

const blockNote = { type: "blocknote", mentionNodes: false } as const;

/**
 * The extension that connects an editor of BlockNote with the room that the component is in, for `withWeftEditorOptions`. Most
 * applications use `useCreateBlockNoteWithWeft`, which does both.
 *
 * @example
 * const extension = useWeftExtension({ comments: false });
 * const editor = useCreateBlockNote(withWeftEditorOptions(extension), [extension]);
 */
export function useWeftExtension(options: WeftExtensionOptions = {}): Extension {
  return useEditorExtension(options, blockNote);
}
