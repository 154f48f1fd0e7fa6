import { BlockNoteViewRaw } from "@blocknote/react";
import { RoomProvider, useHistoryVersions, useStatus, useThreads, WeftProvider } from "@weft/react";
import {
  AnchoredThreads,
  FloatingComposer,
  FloatingThreads,
  HistoryVersionPreview,
  useCreateBlockNoteWithWeft,
  useIsEditorReady,
} from "@weft/react-blocknote";
import { WeftUiConfig } from "@weft/react-ui";
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";

declare global {
  interface Window {
    readonly pageOptions: { readonly baseUrl: string; readonly roomId: string };
    /** Asks for a token, as an application asks its back end. */
    readonly authorize: () => Promise<{ token: string }>;
  }
}

const suggested = [
  ...["alice", "bob", "carol"].map((id) => ({ kind: "user" as const, id })),
  { kind: "group" as const, id: "engineers", userIds: ["bob", "carol"] },
];

function Page() {
  const editor = useCreateBlockNoteWithWeft();
  const isReady = useIsEditorReady();
  const { threads = [] } = useThreads({ query: { resolved: false } });
  const [isHistory, showHistory] = useState(false);
  const status = useStatus();
  return (
    <>
      <main style={{ width: 640 }}>
        <BlockNoteViewRaw editor={editor} />
      </main>
      <button type="button" onClick={() => editor._tiptapEditor.chain().focus().addPendingComment().run()}>
        Comment
      </button>
      <button type="button" onClick={() => editor.undo()}>
        Undo
      </button>
      <button type="button" onClick={() => showHistory(!isHistory)}>
        History
      </button>
      <FloatingComposer editor={editor} />
      <FloatingThreads editor={editor} threads={threads} />
      <AnchoredThreads editor={editor} threads={threads} style={{ position: "absolute", left: 720, top: 0, width: 320 }} />
      {isHistory && (
        <aside>
          <Newest preview={(version) => <HistoryVersionPreview editor={editor} version={version} />} />
        </aside>
      )}
      <output>{isReady && status === "connected" ? "ready" : status}</output>
    </>
  );
}
