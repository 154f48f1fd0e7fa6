import { FloatingComposer, useIsEditorReady, useWeftExtension } from "@weft/react-tiptap";
import { useRoom, useStatus } from "@weft/react";
import { getYjsProviderForRoom } from "@weft/yjs";
import { EditorContent, useEditor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import type { UserSession } from "@weft/example-shared";
import { useScriptedPerson } from "@weft/example-shared/comments";
import { useEffect, useState } from "react";
import { beginText, field, hasSample } from "./begin-text.ts";
import { playReviewer } from "./reviewer.ts";
import { TextThreads } from "./text-threads.tsx";
import { Toolbars } from "./toolbars.tsx";

/** A thread that is to be shown. Each search is an object of its own. */
export interface SoughtThread {
  readonly id: string;
}

interface TextEditorProps {
  readonly session: UserSession;
  readonly sought: SoughtThread | null;
}

/** The text, the comments at its words, and the toolbars of the package for Tiptap. */
export function TextEditor({ session, sought }: TextEditorProps) {
  const weft = useWeftExtension({ field });
  const editor = useEditor({
    extensions: [
      weft,
      // Undo comes with the document: it reverts only your own edits.
      StarterKit.configure({ undoRedo: false, heading: { levels: [1, 2, 3] }, link: { openOnClick: false } }),
    ],
    editorProps: {
      attributes: { id: "text", "aria-label": "Text", role: "textbox", "aria-multiline": "true", class: "text" },
    },
  });
  const provider = getYjsProviderForRoom(useRoom());
  const loaded = useIsEditorReady();
  const connected = useStatus() === "connected";
  const [begun, setBegun] = useState(false);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (!loaded || !connected || begun) return;
    beginText(session, provider, editor.schema).then(
      () => setBegun(true),
      // The next connection tries again. A text that is there can be read and written meanwhile.
      () => setFailed(!hasSample(provider.getYDoc())),
    );
  }, [loaded, connected, begun, session, provider, editor]);
  useEffect(() => {
    if (sought) editor.commands.selectThread(sought.id);
  }, [sought, editor]);
  useScriptedPerson(session, begun, (scene) => playReviewer(session, scene));

  return (
    <div className="sheet" data-loaded={loaded || undefined}>
      <Toolbars editor={editor} />
      {failed && (
        <p className="sheet-note" role="alert">
          The sample text could not be added. You can write your own text.
        </p>
      )}
      <div className="page">
        <EditorContent editor={editor} className="paper" />
        <TextThreads editor={editor} />
      </div>
      <FloatingComposer editor={editor} className="floating-composer" />
    </div>
  );
}
