import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useNoteCopiedKey } from "../shared/checklist-query.ts";

/** A new secret key, this once. */
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
      title="Keep this secret key"
      description="It is shown this once. Put it where your server reads its secrets, and nowhere else."
      footer={
        <Button
          variant="primary"
          onClick={() => {
            note();
            onClose();
          }}
        >
          I have kept it
        </Button>
      }
    >
      <CodeBlock title=".env" code={`WEFT_SECRET_KEY=${secret ?? ""}`} />
    </Dialog>
  );
}
