/** Collaborative text editors with TipTap and React. */
export { type CaretUser } from "./document/weft-extension.ts";
export { useIsEditorReady } from "./document/use-is-editor-ready.ts";
export {
  useWeftExtension,
  useWeftExtension as useLiveblocksExtension,
  type WeftEditorOptions,
} from "./document/use-weft-extension.ts";
export { MentionExtension, type MentionExtensionOptions } from "./mentions/mention-extension.ts";
export { GroupMentionNode, MentionNode } from "./mentions/mention-nodes.ts";
export type { TextMention } from "./mentions/text-mention.ts";
