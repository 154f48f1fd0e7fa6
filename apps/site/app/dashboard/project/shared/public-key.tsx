import { CopyButton } from "../../../ui/copy-button.tsx";
import { useNoteCopiedKey } from "./checklist-query.ts";

/** The key that applications carry, and a button that copies it. */
export function PublicKey({ projectId, value }: { projectId: string; value: string }) {
  const note = useNoteCopiedKey(projectId);
  return (
    <span className="flex min-w-0 items-center gap-1 rounded-md border border-line bg-sunken pl-3">
      <code className="min-w-0 flex-1 truncate py-1.5 text-xs">{value}</code>
      <CopyButton
        name="Copy public key"
        text={() => {
          note();
          return value;
        }}
      />
    </span>
  );
}
