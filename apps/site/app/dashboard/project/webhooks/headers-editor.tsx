import { webhookLimits } from "@weft/protocol/webhook-limits";
import { Plus, Trash2 } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Input } from "../../../ui/input.tsx";
import type { HeaderRow } from "./header-rows.ts";

export interface HeadersEditorProps {
  rows: readonly HeaderRow[];
  faults: ReadonlyMap<number, string>;
  onChange: (rows: readonly HeaderRow[]) => void;
}

/** Rows of headers. */
export function HeadersEditor({ rows, faults, onChange }: HeadersEditorProps) {
  const put = (at: number, change: Partial<HeaderRow>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)));
  return (
    <div className="flex flex-col gap-3">
      {rows.map((row, index) => (
        <div key={index} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto] items-start gap-2">
          <Field label={`Header ${index + 1}`} labelHidden error={faults.get(index)}>
            <Input
              value={row.name}
              placeholder="X-Api-Key"
              spellCheck={false}
              autoComplete="off"
              className="font-mono text-xs"
              onChange={(event) => put(index, { name: event.target.value })}
            />
          </Field>
          <Field label={`Value ${index + 1}`} labelHidden>
            <Input
              value={row.value}
              placeholder="Value"
              spellCheck={false}
              autoComplete="off"
              className="font-mono text-xs"
              onChange={(event) => put(index, { value: event.target.value })}
            />
          </Field>
          <IconButton
            name={`Remove ${row.name === "" ? `header ${index + 1}` : row.name}`}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <Trash2 className="size-4" aria-hidden />
          </IconButton>
        </div>
      ))}
      <div className="flex items-center justify-between gap-4">
        <Button
          size="sm"
          disabled={rows.length >= webhookLimits.webhookHeaders}
          onClick={() => onChange([...rows, { name: "", value: "" }])}
        >
          <Plus className="size-4" aria-hidden />
          Add header
        </Button>
        <span className="text-xs text-muted" role="status">
          {rows.length} of {webhookLimits.webhookHeaders} headers
        </span>
      </div>
    </div>
  );
}
