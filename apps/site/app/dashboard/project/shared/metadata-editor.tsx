import { roomLimits } from "@weft/protocol/room-limits";
import { Plus, Trash2 } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Field } from "../../../ui/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Input } from "../../../ui/input.tsx";
import { metadataFaults } from "./room-rules.ts";
import type { MetadataRow } from "./room-rules.ts";

export interface MetadataEditorProps {
  rows: readonly MetadataRow[];
  onChange: (rows: readonly MetadataRow[]) => void;
}

/** Rows of metadata, held to the bounds of the REST API as they are typed. */
export function MetadataEditor({ rows, onChange }: MetadataEditorProps) {
  const faults = metadataFaults(rows);
  const put = (at: number, change: Partial<MetadataRow>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)));
  return (
    <div className="flex flex-col gap-3">
      {rows.map((row, index) => (
        <div key={index} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto_auto] items-start gap-2">
          <Field label={`Key ${index + 1}`} labelHidden error={faults.rows.get(index)}>
            <Input value={row.key} placeholder="key" onChange={(event) => put(index, { key: event.target.value })} />
          </Field>
          <Field label={`Value ${index + 1}`} labelHidden>
            <Input
              value={row.value}
              placeholder={row.list ? "one, two" : "value"}
              onChange={(event) => put(index, { value: event.target.value })}
            />
          </Field>
          <Checkbox
            label="List"
            className="mt-1.5"
            checked={row.list}
            onCheckedChange={(list) => put(index, { list })}
          />
          <IconButton
            name={`Remove ${row.key === "" ? `entry ${index + 1}` : row.key}`}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <Trash2 className="size-4" aria-hidden />
          </IconButton>
        </div>
      ))}
      <div className="flex items-center justify-between gap-4">
        <Button
          size="sm"
          disabled={rows.length >= roomLimits.metadataEntries}
          onClick={() => onChange([...rows, { key: "", value: "", list: false }])}
        >
          <Plus className="size-4" aria-hidden />
          Add entry
        </Button>
        <span className={`text-xs ${faults.all ? "text-danger" : "text-muted"}`} role="status">
          {faults.all ?? `${rows.length} of ${roomLimits.metadataEntries} entries`}
        </span>
      </div>
    </div>
  );
}
