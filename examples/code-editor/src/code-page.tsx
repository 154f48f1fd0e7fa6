import {
  AvatarStack,
  ConnectionBadge,
  ExampleFrame,
  OfflineNote,
  useConnection,
  useOtherVisitors,
} from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";
import { useDocument } from "@weft/example-shared/document";
import { CodeEditor } from "./code-editor.tsx";

export function CodePage({ visitor }: { readonly visitor: Visitor }) {
  const connection = useConnection();
  const others = useOtherVisitors();
  const document = useDocument(visitor);
  return (
    <ExampleFrame
      title="Code editor"
      tools={
        <>
          <ConnectionBadge connection={connection} />
          <AvatarStack you={visitor} others={others} />
        </>
      }
    >
      <OfflineNote connection={connection} />
      {document.loaded ? (
        <CodeEditor document={document} />
      ) : (
        <p className="code-loading" role="status">
          Loading the file…
        </p>
      )}
    </ExampleFrame>
  );
}
