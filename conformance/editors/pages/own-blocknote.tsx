import { BlockNoteViewRaw } from "@blocknote/react";
import { useThreads } from "@weft/react";
import {
  AnchoredThreads,
  FloatingComposer,
  FloatingThreads,
  HistoryVersionPreview,
  useCreateBlockNoteWithWeft,
  useIsEditorReady,
} from "@weft/react-blocknote";
import { OwnParts, showOwn } from "./own-page.tsx";

/** BlockNote draws its own controls with components of a design system, which this page does not have. */
showOwn(function OwnBlockNotePage() {
  const editor = useCreateBlockNoteWithWeft();
  const { threads = [] } = useThreads();
  const comment = () => void editor._tiptapEditor.chain().focus().addPendingComment().run();
  return (
    <OwnParts
      ready={useIsEditorReady()}
      main={<BlockNoteViewRaw editor={editor} />}
      beside={
        <>
          <button type="button" onClick={comment}>
            Comment
          </button>
          <button type="button" onClick={() => editor.undo()}>
            Undo
          </button>
          <FloatingComposer editor={editor} />
          <FloatingThreads editor={editor} threads={threads} />
          <AnchoredThreads
            editor={editor}
            threads={threads}
            style={{ position: "absolute", left: 800, top: 0, width: 320 }}
          />
        </>
      }
      preview={(version) => <HistoryVersionPreview editor={editor} version={version} />}
    />
  );
});
