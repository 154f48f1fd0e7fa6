import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { useSelf } from "@weft/react";
import { useEditorMetadata } from "@weft/react-ui/text-editor";
import type { ReactElement, ReactNode } from "react";
import { useEffect, useRef } from "react";
import { sessionOf } from "./collaboration/editor-session.ts";
import { useBinding } from "./collaboration/use-binding.ts";
import { useEditable } from "./collaboration/use-editable.ts";
import { useIsEditorReady } from "./collaboration/use-is-editor-ready.ts";
import { useThreadCommands } from "./comments/commands.ts";
import { ThreadStates } from "./comments/thread-states.tsx";
import { MentionTypeahead } from "./mentions/mention-typeahead.tsx";
import { useMentionNotifications } from "./mentions/mention-notifications.ts";
import { EditorGroupMentionNode, UserMentionNode } from "./nodes/mention-nodes.tsx";
import { EditorThreadMarkNode } from "./nodes/thread-mark-node.ts";

/** Props of `WeftPlugin`. */
export interface WeftPluginProps {
  /** Parts of the editor, such as `FloatingComposer`. */
  readonly children?: ReactNode;
}

/**
 * Makes an editor one of its room: all who are in the room write in the same text, see each other's carets, comment on it and mention
 * each other. It is inside of a `LexicalComposer` whose configuration is of `weftConfig`, beside the plugin that shows the text.
 *
 * @example
 * <LexicalComposer initialConfig={weftConfig({ namespace: "Notes", onError: console.error })}>
 *   <RichTextPlugin contentEditable={<ContentEditable />} ErrorBoundary={LexicalErrorBoundary} />
 *   <WeftPlugin>
 *     <FloatingComposer />
 *   </WeftPlugin>
 * </LexicalComposer>
 */
export function WeftPlugin({ children }: WeftPluginProps): ReactElement {
  const [editor] = useLexicalComposerContext();
  if (!editor.hasNodes([EditorThreadMarkNode, UserMentionNode, EditorGroupMentionNode]))
    throw new Error("The configuration of the editor lacks the nodes of comments and mentions. Pass it to weftConfig.");
  const carets = useRef<HTMLDivElement>(null);
  const isReady = useIsEditorReady();
  const canWrite = useSelf(({ canWrite: may }) => may) ?? true;
  useEditorMetadata("lexical", "root");
  useEffect(() => sessionOf(editor).marks.attach(), [editor]);
  useMentionNotifications(editor);
  useThreadCommands(editor);
  useBinding(editor, isReady, carets);
  useEditable(editor, isReady && canWrite);
  return (
    <>
      <div ref={carets} className="lb-root lb-lexical-cursors" aria-hidden />
      <ThreadStates />
      <MentionTypeahead />
      {children}
    </>
  );
}
