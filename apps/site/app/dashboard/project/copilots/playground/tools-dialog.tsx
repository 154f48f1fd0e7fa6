import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { faultResolver } from "../../../../forms/fault-resolver.ts";
import { Button } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { Field } from "../../../../ui/field.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { Input } from "../../../../ui/input.tsx";
import { Textarea } from "../../../../ui/textarea.tsx";
import { emptyTool, toolFaults } from "./playground-tools.ts";
import type { PlaygroundTool } from "./playground-tools.ts";

export interface ToolsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  tools: readonly PlaygroundTool[];
  onChange: (tools: readonly PlaygroundTool[]) => void;
}

/** The tools that the playground offers to the copilot. */
export function ToolsDialog({ open, onOpenChange, tools, onChange }: ToolsDialogProps) {
  // The place of the tool that is edited; the number of tools for a new one.
  const [edited, setEdited] = useState<number>();
  const shown = edited ?? (tools.length === 0 ? 0 : undefined);
  const close = (next: boolean) => {
    setEdited(undefined);
    onOpenChange(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Tools"
      description="In your app, tools run code. Here, you enter the result of each call yourself."
    >
      {shown === undefined ? (
        <div className="flex flex-col gap-4">
          <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
            {tools.map(({ name, description }, index) => (
              <li key={name} className="flex items-center gap-2 py-2 pr-2 pl-3">
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-mono text-sm">{name}</span>
                  <span className="block truncate text-xs text-muted">{description}</span>
                </span>
                <IconButton name={`Edit ${name}`} size="sm" onClick={() => setEdited(index)}>
                  <Pencil className="size-3.5" aria-hidden />
                </IconButton>
                <IconButton
                  name={`Remove ${name}`}
                  size="sm"
                  onClick={() => onChange(tools.filter((_, at) => at !== index))}
                >
                  <Trash2 className="size-3.5" aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
          <Button className="self-start" onClick={() => setEdited(tools.length)}>
            <Plus className="size-4" aria-hidden />
            Add tool
          </Button>
        </div>
      ) : (
        <ToolForm
          key={shown}
          tool={tools[shown] ?? emptyTool}
          others={tools.filter((_, at) => at !== shown).map(({ name }) => name)}
          onCancel={() => (tools.length === 0 ? close(false) : setEdited(undefined))}
          onSave={(tool) => {
            onChange(tools.toSpliced(shown, 1, tool));
            setEdited(undefined);
          }}
        />
      )}
    </Dialog>
  );
}

interface ToolFormProps {
  tool: PlaygroundTool;
  others: readonly string[];
  onSave: (tool: PlaygroundTool) => void;
  onCancel: () => void;
}

function ToolForm({ tool, others, onSave, onCancel }: ToolFormProps) {
  const form = useForm<PlaygroundTool>({
    mode: "onTouched",
    defaultValues: tool,
    resolver: faultResolver((fields) => toolFaults(fields, others)),
  });
  const { errors } = form.formState;
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void form.handleSubmit(onSave)(event)}>
      <Field label="Name" required error={errors.name?.message}>
        <Input className="font-mono" placeholder="get-weather" autoComplete="off" {...form.register("name")} />
      </Field>
      <Field label="Description" hint="Tells the model when to call the tool.">
        <Textarea rows={2} {...form.register("description")} />
      </Field>
      <Field label="Parameters" required error={errors.parameters?.message} hint="A JSON Schema of an object.">
        <Textarea rows={6} spellCheck={false} className="font-mono text-xs!" {...form.register("parameters")} />
      </Field>
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary">
          Save tool
        </Button>
      </div>
    </form>
  );
}
