import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { WebKnowledgeType } from "@weft/protocol";
import { WebKnowledgeDraft } from "@weft/protocol/knowledge";
import { useState } from "react";
import { Dialog } from "../../../../ui/dialog.tsx";
import { DialogForm } from "../../../../ui/dialog-form.tsx";
import { Field } from "../../../../ui/field.tsx";
import { Input } from "../../../../ui/input.tsx";
import { RadioGroup } from "../../../../ui/radio-group.tsx";
import { gateway } from "../../shared/gateway.ts";
import { useProject } from "../../shared/project-context.ts";
import { refusalText } from "../../shared/refusal-text.ts";
import { knowledgeKey, knowledgePath } from "./knowledge-queries.ts";
import { webTypeNames } from "./source-text.ts";

const types: readonly { readonly value: WebKnowledgeType; readonly label: string; readonly hint: string }[] = [
  { value: "individual_link", label: webTypeNames.individual_link, hint: "Only this page." },
  { value: "crawl", label: webTypeNames.crawl, hint: "This page and the linked pages below it." },
  { value: "sitemap", label: webTypeNames.sitemap, hint: "Every page listed in a sitemap." },
];

export interface AddWebDialogProps {
  copilotId: string;
  open: boolean;
  onClose: () => void;
}

/** Adds web pages to a copilot's knowledge. */
export function AddWebDialog({ copilotId, open, onClose }: AddWebDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Add web pages"
      description="Pages are read once, in the background. To update a page, add it again."
    >
      <AddWebForm copilotId={copilotId} onClose={onClose} />
    </Dialog>
  );
}

function AddWebForm({ copilotId, onClose }: Omit<AddWebDialogProps, "open">) {
  const { project } = useProject();
  const client = useQueryClient();
  const [url, setUrl] = useState("");
  const [type, setType] = useState<WebKnowledgeType>("individual_link");
  const [tried, setTried] = useState(false);
  const add = useMutation({
    mutationFn: () =>
      gateway<{ readonly id: string }>(project.id, "POST", `${knowledgePath(copilotId)}/web`, {
        body: { copilotId, url: url.trim(), type },
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: knowledgeKey(project.id, copilotId) });
      onClose();
    },
  });
  const isValid = WebKnowledgeDraft.shape.url.safeParse(url.trim()).success;
  const fault = isValid
    ? add.error && refusalText(add.error)
    : "Enter an absolute URL, such as https://example.com/docs";
  return (
    <DialogForm
      submit="Add"
      pending={add.isPending}
      onSubmit={() => {
        setTried(true);
        if (isValid) add.mutate();
      }}
      onClose={onClose}
    >
      <Field label="URL" required error={tried ? fault : undefined}>
        <Input
          autoFocus
          type="url"
          spellCheck={false}
          autoComplete="off"
          placeholder="https://example.com/docs"
          value={url}
          onChange={(event) => {
            setUrl(event.target.value);
            add.reset();
          }}
        />
      </Field>
      <RadioGroup legend="Pages to add" options={types} value={type} onValueChange={setType} />
    </DialogForm>
  );
}
