import { useClient } from "@weft/react";
import { useEffect } from "react";

/** While there is a draft, a client with `preventUnsavedChanges` lets the browser ask before the page is left. */
export function useUnsavedDraft(hasDraft: boolean): void {
  const client = useClient();
  useEffect(() => (hasDraft ? client.holdUnsavedChanges() : undefined), [client, hasDraft]);
}
