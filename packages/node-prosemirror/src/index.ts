/** Documents of Tiptap and other ProseMirror editors in rooms, read and changed from a back end. */
export { withProsemirrorDocument } from "./prosemirror-document.ts";
export type {
  ProsemirrorDocumentApi as LiveblocksDocumentApi,
  ProsemirrorDocumentApi as WeftDocumentApi,
  ProsemirrorDocumentOptions as LiveblocksProsemirrorOptions,
  ProsemirrorDocumentOptions as WeftProsemirrorOptions,
} from "./prosemirror-document.ts";
export { defaultSchema } from "./default-schema.ts";
export type { ProsemirrorTextSerializer as TextSerializer, TextOptions, TextSerializerProps } from "./document-text.ts";
export type { ProsemirrorClient } from "./prosemirror-replica.ts";
