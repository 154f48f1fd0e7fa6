/** Documents of Lexical in rooms, read and changed from a back end. */
export { GroupMentionNode, MentionNode, ThreadMarkNode } from "./editor-nodes.ts";
export type { SerializedGroupMention, SerializedMention, SerializedThreadMark } from "./editor-nodes.ts";
export type { EditorNodes } from "./lexical-copy.ts";
export { withLexicalDocument } from "./lexical-document.ts";
export type {
  LexicalClient,
  LexicalDocumentApi as LiveblocksDocumentApi,
  LexicalDocumentApi as WeftDocumentApi,
  LexicalDocumentOptions as LiveblocksLexicalOptions,
  LexicalDocumentOptions as WeftLexicalOptions,
} from "./lexical-document.ts";
export { $createParagraphNode, $createTextNode, $getRoot } from "./lexical-functions.ts";
