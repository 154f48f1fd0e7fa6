import { createDocument } from "../documents/actions.ts";
import type { DocumentKind } from "../documents/document.ts";
import { Icon } from "../ui/icon.tsx";

/** Creates a document and opens it. */
export function NewDocument({ kind }: { readonly kind: DocumentKind }) {
  return (
    <form action={createDocument}>
      <button name="kind" value={kind} className="button" data-kind="primary">
        <Icon name={kind} />
        {kind === "text" ? "New text" : "New whiteboard"}
      </button>
    </form>
  );
}
