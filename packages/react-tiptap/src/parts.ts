/** What editors that are built on TipTap take from this package. Applications do not need it. */
export { commentMarkName } from "./comments/comment-mark.ts";
export { CommentsExtension, type CommentsStorage } from "./comments/comments-extension.ts";
export { beginDocument } from "./document/initial-content.ts";
export { syncOf } from "./document/sync-of.ts";
export { type EditorKind, useEditorExtension } from "./document/use-weft-extension.ts";
export { restoreVersion, restoreVersionUnbound } from "./history/history-version-preview.tsx";
export { documentIn } from "./history/version-text.tsx";
