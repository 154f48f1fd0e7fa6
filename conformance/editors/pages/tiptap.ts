import { useThreads } from "@liveblocks/react";
import {
  FloatingComposer,
  FloatingThreads,
  HistoryVersionPreview,
  Toolbar,
  useIsEditorReady,
  useLiveblocksExtension,
} from "@liveblocks/react-tiptap";
import { EditorContent, useEditor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { createElement, Fragment } from "react";
import type { ReactNode } from "react";
import { Parts, show } from "./page.ts";

show(function TiptapPage(): ReactNode {
  const liveblocks = useLiveblocksExtension();
  const editor = useEditor({ extensions: [liveblocks, StarterKit.configure({ undoRedo: false })] });
  const { threads = [] } = useThreads();
  return createElement(Parts, {
    ready: useIsEditorReady(),
    main: createElement(EditorContent, { editor }),
    beside: createElement(
      Fragment,
      {},
      createElement(Toolbar, { editor }),
      createElement(FloatingComposer, { editor }),
      createElement(FloatingThreads, { editor, threads }),
    ),
    preview: (version) => createElement(HistoryVersionPreview, { editor, version }),
  });
});
