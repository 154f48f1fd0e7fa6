import { LexicalComposer } from "@lexical/react/LexicalComposer";
import { ContentEditable } from "@lexical/react/LexicalContentEditable";
import { LexicalErrorBoundary } from "@lexical/react/LexicalErrorBoundary";
import { RichTextPlugin } from "@lexical/react/LexicalRichTextPlugin";
import { useThreads } from "@liveblocks/react";
import {
  FloatingComposer,
  FloatingThreads,
  HistoryVersionPreview,
  LiveblocksPlugin,
  liveblocksConfig,
  Toolbar,
  useIsEditorReady,
} from "@liveblocks/react-lexical";
import { createElement } from "react";
import type { ReactNode } from "react";
import { Parts, show } from "./page.ts";

const initialConfig = liveblocksConfig({
  namespace: "Conformance",
  onError(error) {
    throw error;
  },
});

show(() => createElement(LexicalComposer, { initialConfig, children: createElement(LexicalPage) }));

function LexicalPage(): ReactNode {
  const { threads = [] } = useThreads();
  return createElement(Parts, {
    ready: useIsEditorReady(),
    main: createElement(RichTextPlugin, {
      contentEditable: createElement(ContentEditable),
      ErrorBoundary: LexicalErrorBoundary,
    }),
    beside: createElement(
      LiveblocksPlugin,
      {},
      createElement(Toolbar),
      createElement(FloatingComposer),
      createElement(FloatingThreads, { threads }),
    ),
    preview: (version) => createElement(HistoryVersionPreview, { version }),
  });
}
