/** Two editors with the same long text: TipTap with Yjs alone, and ours with comments, mentions, a copilot and toolbars. */
import { Editor } from "@tiptap/core";
import { Collaboration } from "@tiptap/extension-collaboration";
import { EditorContent, useEditor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { RoomProvider, WeftProvider } from "family/react";
import { AnchoredThreads, FloatingThreads, FloatingToolbar, Toolbar, useWeftExtension } from "family/react-tiptap";
import { createRoot } from "react-dom/client";
import * as Y from "yjs";

interface Settings {
  readonly baseUrl: string;
  readonly paragraphs: number;
  readonly keys: number;
}
const { settings } = globalThis as unknown as { readonly settings: Settings };

const words = "a long report has many pages that one person writes while several others read ";
const text = words.repeat(4).slice(0, 200);
const paragraph = (index: number) => ({
  type: "paragraph",
  content: [
    { type: "text", text: text.slice(0, 100) },
    {
      type: "text",
      text: text.slice(100),
      // Every tenth paragraph has a comment.
      ...(index % 10 === 0 && {
        marks: [{ type: "liveblocksCommentMark", attrs: { threadId: `th_${index}`, orphan: false } }],
      }),
    },
  ],
});

function Ours({ opened }: { readonly opened: (editor: Editor) => void }) {
  const weft = useWeftExtension({ ai: true });
  const editor = useEditor({
    extensions: [weft, StarterKit.configure({ undoRedo: false })],
    onCreate: ({ editor: created }) => opened(created),
  });
  return (
    <>
      <Toolbar editor={editor} />
      <EditorContent editor={editor} />
      <FloatingToolbar editor={editor} />
      <FloatingThreads editor={editor} threads={[]} />
      <AnchoredThreads editor={editor} threads={[]} />
    </>
  );
}

function openOurs(): Promise<Editor> {
  const root = document.createElement("div");
  document.body.append(root);
  return new Promise((resolve) => {
    createRoot(root).render(
      <WeftProvider baseUrl={settings.baseUrl} publicApiKey="pk_bench">
        <RoomProvider id="r1">
          <Ours opened={resolve} />
        </RoomProvider>
      </WeftProvider>,
    );
  });
}

function openPlain(): Editor {
  const element = document.createElement("div");
  document.body.append(element);
  const collaboration = Collaboration.configure({ document: new Y.Doc() });
  return new Editor({ element, extensions: [StarterKit.configure({ undoRedo: false }), collaboration] });
}

/** Types in the middle of the text, and answers how long each key took, the layout of the page included, in milliseconds. */
async function typed(editor: Editor): Promise<readonly number[]> {
  const times: number[] = [];
  // The caret of a focused editor is put into the page with every key.
  editor.commands.setTextSelection(Math.floor(editor.state.doc.content.size / 2));
  editor.view.focus();
  for (let key = 0; key < settings.keys; key++) {
    const from = performance.now();
    editor.view.dispatch(editor.state.tr.insertText("x"));
    editor.view.dom.getBoundingClientRect();
    // React renders at the end of the task.
    await Promise.resolve();
    await Promise.resolve();
    times.push(performance.now() - from);
    // What is drawn and sent afterwards is outside of the time.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  }
  return times;
}

const content = Array.from({ length: settings.paragraphs }, (_, index) => paragraph(index));
const ours = await openOurs();
ours.commands.setContent({ type: "doc", content });
const plain = openPlain();
plain.commands.setContent({
  type: "doc",
  content: content.map((block) => ({
    ...block,
    content: block.content.map(({ type, text: of }) => ({ type, text: of })),
  })),
});
const characters = ours.state.doc.textContent.length;
const results = { plain: [] as number[], ours: [] as number[] };
// By turns, so that both have the machine in the same state.
for (let turn = 0; turn < 4; turn++) {
  results.plain.push(...(await typed(plain)));
  results.ours.push(...(await typed(ours)));
}
Object.assign(globalThis, { results: { ...results, characters } });
