import { useThreads } from "@weft/react";
import {
  AiToolbar,
  AnchoredThreads,
  FloatingComposer,
  FloatingThreads,
  FloatingToolbar,
  HistoryVersionPreview,
  Toolbar,
  useIsEditorReady,
  useWeftExtension,
} from "@weft/react-tiptap";
import { EditorContent, useEditor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { OwnParts, showOwn } from "./own-page.tsx";

showOwn(function OwnTiptapPage() {
  const weft = useWeftExtension({ ai: true });
  const editor = useEditor({ extensions: [weft, StarterKit.configure({ undoRedo: false })] });
  const { threads = [] } = useThreads({ query: { resolved: false } });
  return (
    <OwnParts
      ready={useIsEditorReady()}
      main={<EditorContent editor={editor} />}
      beside={
        <>
          <Toolbar editor={editor} />
          <FloatingToolbar editor={editor} />
          <AiToolbar editor={editor} />
          <FloatingComposer editor={editor} />
          <FloatingThreads editor={editor} threads={threads} />
          <AnchoredThreads
            editor={editor}
            threads={threads}
            style={{ position: "absolute", insetBlockStart: 0, insetInlineEnd: 0, inlineSize: 300 }}
          />
        </>
      }
      preview={(version) => <HistoryVersionPreview editor={editor} version={version} />}
    />
  );
});
