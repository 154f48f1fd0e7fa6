/** What editors that are built on TipTap take from this package. */
export { CommentsExtension } from "./comments/comments-extension.ts";
export { commentMarkName } from "./comments/comment-mark.ts";
export { useEditorExtension } from "./document/use-weft-extension.ts";
export { restoreVersion } from "./history/history-version-preview.tsx";
export { documentIn } from "./history/version-text.tsx";
export { updateYFragment, ySyncPluginKey } from "@tiptap/y-tiptap";
