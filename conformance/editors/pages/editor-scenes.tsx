/** Text editors with all that belongs to them, for the pictures of `ui-screens.tsx`. */
import { LexicalComposer } from "@lexical/react/LexicalComposer";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { ContentEditable } from "@lexical/react/LexicalContentEditable";
import { LexicalErrorBoundary } from "@lexical/react/LexicalErrorBoundary";
import { RichTextPlugin } from "@lexical/react/LexicalRichTextPlugin";
import { HeadingNode, QuoteNode } from "@lexical/rich-text";
import { EditorContent, useEditor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { BlockNoteViewRaw } from "@blocknote/react";
import { RoomProvider, useHistoryVersions, useThreads } from "@weft/react";
import * as BlockNote from "@weft/react-blocknote";
import * as Lexical from "@weft/react-lexical";
import * as Tiptap from "@weft/react-tiptap";
import { $getRoot, $parseSerializedNode } from "lexical";
import { useEffect, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import type { ScreenContent } from "../../screens/content.ts";

export interface EditorSceneOptions {
  readonly roomId: string;
  readonly content: ScreenContent;
}

/** Narrow windows have no place for threads beside the text. */
const isNarrow = () => innerWidth < 600;

const resolve = (text: string) => async () => ({ type: "replace", text }) as const;

export function editorScenes({ roomId, content }: EditorSceneOptions): Readonly<Record<string, ComponentType>> {
  const { document: texts } = content;
  const plain = (text: string) => ({ type: "text", text });
  const mention = { type: "liveblocksMention", attrs: { id: "grace", notificationId: "in_screens" } };

  function EditorRoom({ editor, children }: { readonly editor: string; readonly children: ReactNode }) {
    return <RoomProvider id={`${roomId}-${editor}`}>{children}</RoomProvider>;
  }

  function Frame({ toolbar, text, threads }: { toolbar?: ReactNode; text: ReactNode; threads: ReactNode }) {
    return (
      <div className="card editor">
        {toolbar}
        <div className="editor-columns">
          <div className="editor-text">{text}</div>
          {threads}
        </div>
      </div>
    );
  }

  function TiptapEditor() {
    const [attributes] = useState({ "aria-label": texts.label });
    const weft = Tiptap.useWeftExtension({ ai: { resolveContextualPrompt: resolve(texts.proposal) } });
    const editor = useEditor({
      extensions: [weft, StarterKit.configure({ undoRedo: false })],
      editorProps: { attributes },
    });
    const { threads = [] } = useThreads();
    const isReady = Tiptap.useIsEditorReady();
    const threadId = threads[0]?.id;
    useEffect(() => {
      if (!isReady || editor === null || threadId === undefined || !editor.isEmpty) return;
      const marked = {
        ...plain(texts.text[1]),
        marks: [{ type: "liveblocksCommentMark", attrs: { threadId, orphan: false } }],
      };
      editor.commands.setContent([
        { type: "heading", attrs: { level: 2 }, content: [plain(texts.heading)] },
        { type: "paragraph", content: [plain(texts.text[0]), marked, plain(texts.text[2]), mention, plain(" ")] },
        { type: "blockquote", content: [{ type: "paragraph", content: [plain(texts.quote)] }] },
      ]);
    }, [editor, isReady, threadId]);
    if (editor === null) return null;
    return (
      <>
        <Frame
          toolbar={<Tiptap.Toolbar editor={editor} />}
          text={<EditorContent editor={editor} />}
          threads={isNarrow() ? null : <Tiptap.AnchoredThreads editor={editor} threads={threads} />}
        />
        <Tiptap.FloatingToolbar editor={editor} />
        <Tiptap.FloatingComposer editor={editor} />
        <Tiptap.AiToolbar editor={editor} />
        {isNarrow() ? <Tiptap.FloatingThreads editor={editor} threads={threads} /> : null}
      </>
    );
  }

  function TiptapVersion() {
    const editor = useEditor({ extensions: [Tiptap.useWeftExtension(), StarterKit.configure({ undoRedo: false })] });
    const [newest] = useHistoryVersions().versions ?? [];
    if (editor === null || newest === undefined) return null;
    return (
      <div className="card">
        <Tiptap.HistoryVersionPreview editor={editor} version={newest} />
      </div>
    );
  }

  function BlockNoteEditor() {
    const editor = BlockNote.useCreateBlockNoteWithWeft({ domAttributes: { editor: { "aria-label": texts.label } } });
    const { threads = [] } = useThreads();
    const isReady = BlockNote.useIsEditorReady();
    const threadId = threads[0]?.id;
    useEffect(() => {
      const { _tiptapEditor: tiptap } = editor;
      if (!isReady || threadId === undefined || tiptap.state.doc.textContent !== "") return;
      editor.replaceBlocks(editor.document, [
        { type: "heading", props: { level: 2 }, content: texts.heading },
        { type: "paragraph", content: texts.text.slice(0, 2).join("") },
        { type: "bulletListItem", content: texts.quote },
      ]);
      tiptap.state.doc.descendants((node, at) => {
        if (!node.isText || !node.text?.endsWith(texts.text[1])) return;
        const to = at + node.nodeSize;
        tiptap
          .chain()
          .setTextSelection({ from: to - texts.text[1].length, to })
          .addComment(threadId)
          .setTextSelection(to)
          .run();
      });
    }, [editor, isReady, threadId]);
    return (
      <>
        <Frame
          text={<BlockNoteViewRaw editor={editor} />}
          threads={isNarrow() ? null : <BlockNote.AnchoredThreads editor={editor} threads={threads} />}
        />
        {isNarrow() ? <BlockNote.FloatingThreads editor={editor} threads={threads} /> : null}
      </>
    );
  }

  const initialConfig = Lexical.weftConfig({
    namespace: "Screens",
    nodes: [HeadingNode, QuoteNode],
    onError(error) {
      throw error;
    },
  });

  function LexicalParts() {
    const [editor] = useLexicalComposerContext();
    const { threads = [] } = useThreads();
    const isReady = Lexical.useIsEditorReady();
    const threadId = threads[0]?.id;
    useEffect(() => {
      if (!isReady || threadId === undefined) return;
      const text = (value: string) => ({ type: "text", version: 1, text: value });
      const block = (type: string, children: readonly object[], more: object = {}) => ({
        type,
        version: 1,
        children,
        ...more,
      });
      editor.update(
        () => {
          const root = $getRoot();
          if (root.getTextContent() !== "") return;
          const marked = block("lb-thread-mark", [text(texts.text[1])], { ids: [threadId] });
          const mentioned = { type: "lb-mention", version: 1, value: "in_screens", userId: "grace" };
          const blocks = [
            block("heading", [text(texts.heading)], { tag: "h2" }),
            block("paragraph", [text(texts.text[0]), marked, text(texts.text[2]), mentioned, text(" ")]),
            block("quote", [text(texts.quote)]),
          ];
          root.clear().append(...blocks.map((one) => $parseSerializedNode(one)));
        },
        { discrete: true },
      );
    }, [editor, isReady, threadId]);
    return (
      <>
        <Frame
          toolbar={<Lexical.Toolbar />}
          text={
            <RichTextPlugin
              contentEditable={<ContentEditable aria-label={texts.label} />}
              ErrorBoundary={LexicalErrorBoundary}
            />
          }
          threads={isNarrow() ? null : <Lexical.AnchoredThreads threads={threads} />}
        />
        <Lexical.WeftPlugin>
          <Lexical.FloatingToolbar />
          <Lexical.FloatingComposer />
          <Lexical.AiToolbar resolveContextualPrompt={resolve(texts.proposal)} />
          {isNarrow() ? <Lexical.FloatingThreads threads={threads} /> : null}
        </Lexical.WeftPlugin>
      </>
    );
  }

  return {
    "editor-tiptap": () => (
      <EditorRoom editor="tiptap">
        <TiptapEditor />
      </EditorRoom>
    ),
    "editor-version": () => (
      <EditorRoom editor="tiptap">
        <TiptapVersion />
      </EditorRoom>
    ),
    "editor-blocknote": () => (
      <EditorRoom editor="blocknote">
        <BlockNoteEditor />
      </EditorRoom>
    ),
    "editor-lexical": () => (
      <EditorRoom editor="lexical">
        <LexicalComposer initialConfig={initialConfig}>
          <LexicalParts />
        </LexicalComposer>
      </EditorRoom>
    ),
  };
}
