import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useNoteCopiedKey } from "../shared/checklist-query.ts";

/** A new secret key, which is shown once. It closes by its button alone. */
export function ShownOnceDialog({
  projectId,
  secret,
  onClose,
}: {
  projectId: string;
  secret: string | null;
  onClose: () => void;
}) {
  const note = useNoteCopiedKey(projectId);
  return (
    <Dialog
      open={secret !== null}
      onOpenChange={(open) => !open && onClose()}
      kept
      title="Save your secret key"
      description="You won't be able to see it again. Store it with your server's secrets."
      footer={
        <Button
          variant="primary"
          onClick={() => {
            note();
            onClose();
          }}
        >
          Done, I've saved it
        </Button>
      }
    >
      <CodeBlock wrapped title=".env" code={`WEFT_SECRET_KEY=${secret ?? ""}`} />
    </Dialog>
  );
}
