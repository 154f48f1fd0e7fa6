import { roomLimits } from "@weft/protocol/room-limits";
import { Plus, Trash2 } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { valueFaults } from "./metadata-values.ts";
import type { ValueRow } from "./metadata-values.ts";

const types = [
  { value: "text", label: "Text" },
  { value: "number", label: "Number" },
  { value: "boolean", label: "Boolean" },
] as const;
const booleans = ["true", "false"].map((value) => ({ value, label: value }));

export interface ValueRowsProps {
  rows: readonly ValueRow[];
  onChange: (rows: readonly ValueRow[]) => void;
}

/** Rows of keys with typed values. */
export function ValueRows({ rows, onChange }: ValueRowsProps) {
  const faults = valueFaults(rows);
  const put = (at: number, change: Partial<ValueRow>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)));
  return (
    <div className="flex flex-col gap-3">
      {rows.map((row, index) => (
        <div key={index} className="flex flex-col gap-2 border-b border-line pb-3 last:border-0">
          <div className="flex items-start gap-2">
            <Field label={`Key ${index + 1}`} labelHidden error={faults.get(index)} className="min-w-0 flex-1">
              <Input value={row.key} placeholder="key" onChange={(event) => put(index, { key: event.target.value })} />
            </Field>
            <IconButton
              name={`Remove ${row.key === "" ? `entry ${index + 1}` : row.key}`}
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            >
              <Trash2 className="size-4" aria-hidden />
            </IconButton>
          </div>
          <div className="flex gap-2">
            <Field label={`Type of ${index + 1}`} labelHidden className="w-28">
              <Select
                options={types}
                value={row.type}
                onValueChange={(type) => put(index, { type, ...(type === "boolean" && { value: "true" }) })}
              />
            </Field>
            <Field label={`Value ${index + 1}`} labelHidden className="min-w-0 flex-1">
              {row.type === "boolean" ? (
                <Select options={booleans} value={row.value} onValueChange={(value) => put(index, { value })} />
              ) : (
                <Input
                  value={row.value}
                  placeholder="value"
                  inputMode={row.type === "number" ? "decimal" : undefined}
                  onChange={(event) => put(index, { value: event.target.value })}
                />
              )}
            </Field>
          </div>
        </div>
      ))}
      <Button
        size="sm"
        className="self-start"
        disabled={rows.length >= roomLimits.metadataEntries}
        onClick={() => onChange([...rows, { key: "", type: "text", value: "" }])}
      >
        <Plus className="size-4" aria-hidden />
        Add entry
      </Button>
    </div>
  );
}
