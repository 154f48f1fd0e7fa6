import { LexicalComposer } from "@lexical/react/LexicalComposer";
import { ContentEditable } from "@lexical/react/LexicalContentEditable";
import { LexicalErrorBoundary } from "@lexical/react/LexicalErrorBoundary";
import { RichTextPlugin } from "@lexical/react/LexicalRichTextPlugin";
import { HeadingNode, QuoteNode } from "@lexical/rich-text";
import { useThreads } from "@weft/react";
import {
  AnchoredThreads,
  FloatingComposer,
  FloatingThreads,
  FloatingToolbar,
  HistoryVersionPreview,
  Toolbar,
  useIsEditorReady,
  WeftPlugin,
  weftConfig,
} from "@weft/react-lexical";
import { OwnParts, showOwn } from "./own-page.tsx";

const initialConfig = weftConfig({
  namespace: "Conformance",
  nodes: [HeadingNode, QuoteNode],
  onError(error) {
    throw error;
  },
});

showOwn(function OwnLexicalPage() {
  return (
    <LexicalComposer initialConfig={initialConfig}>
      <Editor />
    </LexicalComposer>
  );
});

function Editor() {
  const { threads = [] } = useThreads({ query: { resolved: false } });
  return (
    <OwnParts
      ready={useIsEditorReady()}
      main={<RichTextPlugin contentEditable={<ContentEditable />} ErrorBoundary={LexicalErrorBoundary} />}
      beside={
        <WeftPlugin>
          <Toolbar />
          <FloatingToolbar />
          <FloatingComposer />
          <FloatingThreads threads={threads} />
          <AnchoredThreads threads={threads} />
        </WeftPlugin>
      }
      preview={(version) => <HistoryVersionPreview version={version} />}
    />
  );
}
