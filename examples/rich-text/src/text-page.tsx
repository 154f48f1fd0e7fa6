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
import { TextEditor } from "./text-editor.tsx";

export function TextPage({ visitor }: { readonly visitor: Visitor }) {
  const connection = useConnection();
  const others = useOtherVisitors();
  const document = useDocument(visitor);
  return (
    <ExampleFrame
      title="Rich text"
      tools={
        <>
          <ConnectionBadge connection={connection} />
          <AvatarStack you={visitor} others={others} />
        </>
      }
    >
      <OfflineNote connection={connection} />
      {document.loaded ? (
        <TextEditor document={document} connection={connection} isAlone={others.length === 0} />
      ) : (
        <div className="page-skeleton" role="status" aria-label="Loading the text">
          <span />
          <span />
          <span />
          <span />
        </div>
      )}
    </ExampleFrame>
  );
}
