import type { InitialConfigType } from "@lexical/react/LexicalComposer";
import type { Klass, LexicalNode, LexicalNodeReplacement } from "lexical";
import { EditorGroupMentionNode, UserMentionNode } from "./nodes/mention-nodes.tsx";
import { EditorThreadMarkNode } from "./nodes/thread-mark-node.ts";

/** What `LexicalComposer` needs for an editor in a room. */
export type WeftConfig = Omit<InitialConfigType, "editorState" | "nodes"> & {
  readonly nodes: (Klass<LexicalNode> | LexicalNodeReplacement)[];
  readonly editorState: null;
};

/**
 * The configuration of an editor in a room: that of the application, with the nodes of comments and mentions. What the editor shows is
 * in the room, so that there is no initial state.
 *
 * @example
 * const initialConfig = weftConfig({ namespace: "Notes", onError: console.error });
 * <LexicalComposer initialConfig={initialConfig}>…</LexicalComposer>
 */
export function weftConfig(options: Omit<InitialConfigType, "editorState">): WeftConfig {
  const own = [EditorThreadMarkNode, UserMentionNode, EditorGroupMentionNode];
  const given = options.nodes ?? [];
  return { ...options, nodes: [...given, ...own.filter((node) => !given.includes(node))], editorState: null };
}
