/** Collaborative block editors with BlockNote and React. */
export { useIsEditorReady } from "@weft/react-tiptap";
export { withWeftEditorOptions as withLiveblocksEditorOptions, withWeftEditorOptions } from "./editor-options.ts";
export {
  type WeftExtensionOptions as LiveblocksExtensionOptions,
  type WeftExtensionOptions,
  useWeftExtension as useLiveblocksExtension,
  useWeftExtension,
} from "./extension.ts";
export { HistoryVersionPreview, type BlockNoteHistoryVersionPreviewProps } from "./history-version-preview.tsx";
export { withWeftSchema as withLiveblocksSchema, withWeftSchema } from "./schema.ts";
export {
  AnchoredThreads,
  type BlockNoteAnchoredThreadsProps,
  FloatingComposer,
  type BlockNoteFloatingComposerProps,
  FloatingThreads,
  type BlockNoteFloatingThreadsProps,
} from "./threads.tsx";
export {
  useCreateBlockNoteWithWeft as useCreateBlockNoteWithLiveblocks,
  useCreateBlockNoteWithWeft,
} from "./use-create-block-note.ts";
