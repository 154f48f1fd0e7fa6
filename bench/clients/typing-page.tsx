/** Two editors with the same long text: TipTap with Yjs alone, and ours with comments, mentions, a copilot and toolbars. */
import { Editor } from "@tiptap/core";
import { Collaboration } from "@tiptap/extension-collaboration";
import { EditorContent, useEditor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { RoomProvider, WeftProvider } from "@weft/react";
import { AnchoredThreads, FloatingThreads, FloatingToolbar, Toolbar, useWeftExtension } from "@weft/react-tiptap";
import { createRoot } from "react-dom/client";
import * as Y from "yjs";

interface Settings {
  readonly baseUrl: string;
  readonly paragraphs: number;
  readonly keys: number;
}
const { settings } = globalThis as unknown as { readonly settings: Settings };

const words = "the loom weaves a long and patient cloth of many threads while others read ";
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
  editor.commands.focus(Math.floor(editor.state.doc.content.size / 2));
  for (let key = 0; key < settings.keys; key++) {
    const from = performance.now();
    editor.view.dispatch(editor.state.tr.insertText("x"));
    editor.view.dom.getBoundingClientRect();
    const spent = performance.now() - from;
    // What follows a key, such as effects of React and what is sent, belongs to it.
    const after = performance.now();
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", resolve, { once: true });
      port1.start();
      port2.postMessage(null);
    });
    times.push(spent + performance.now() - after);
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
