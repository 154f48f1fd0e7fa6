import { BlockNoteViewRaw } from "@blocknote/react";
import { useThreads } from "@liveblocks/react";
import {
  FloatingComposer,
  FloatingThreads,
  HistoryVersionPreview,
  useCreateBlockNoteWithLiveblocks,
  useIsEditorReady,
} from "@liveblocks/react-blocknote";
import { createElement, Fragment } from "react";
import type { ReactNode } from "react";
import { Parts, show } from "./page.ts";

/** BlockNote draws its own controls with components of a design system, which this page does not have. */
const noControls = {
  comments: false,
  emojiPicker: false,
  filePanel: false,
  formattingToolbar: false,
  linkToolbar: false,
  sideMenu: false,
  slashMenu: false,
  tableHandles: false,
};

show(function BlockNotePage(): ReactNode {
  const editor = useCreateBlockNoteWithLiveblocks({}, { mentions: true });
  const { threads = [] } = useThreads();
  const comment = () => editor._tiptapEditor.chain().focus().addPendingComment().run();
  return createElement(Parts, {
    ready: useIsEditorReady(),
    main: createElement(BlockNoteViewRaw, { editor: editor as never, ...noControls }),
    beside: createElement(
      Fragment,
      {},
      createElement("button", { onClick: comment }, "Comment"),
      createElement(FloatingComposer, { editor }),
      createElement(FloatingThreads, { editor, threads }),
    ),
    preview: (version) => createElement(HistoryVersionPreview, { editor, version }),
  });
});
