/** What a format makes of what users wrote: HTML, React or plain text. */
import type { BaseUserMeta, CommentBody } from "@weft/node";
import type { EditorNode } from "./editor-nodes.ts";
import type { ResolvedNames } from "./names.ts";

export interface ContentFormat<Content, U extends BaseUserMeta = BaseUserMeta> {
  readonly comment: (body: CommentBody, names: ResolvedNames<U>) => Content;
  readonly editor: (nodes: readonly EditorNode[], names: ResolvedNames<U>) => Content;
}
