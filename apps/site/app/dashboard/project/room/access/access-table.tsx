import { accessEntries as entriesByDefault, roomLimits } from "@weft/protocol/room-limits";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useSiteConfig } from "../../../../api/use-site-config.ts";
import { Badge } from "../../../../ui/badge.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Field } from "../../../../ui/field.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { Input } from "../../../../ui/input.tsx";
import { Select } from "../../../../ui/select.tsx";
import { accessLevels, levelOf, permissionsOf } from "../../shared/access-level.ts";
import type { AccessLevel } from "../../shared/access-level.ts";

const levels = accessLevels.filter(({ value }) => value !== "none");

export interface AccessTableProps {
  title: string;
  /** `user` or `group`. */
  what: string;
  accesses: Readonly<Record<string, readonly string[]>>;
  busy: boolean;
  /** Null takes the entry away. */
  onChange: (id: string, permissions: string[] | null) => void;
}

/** Who is listed by name, and what they may do. */
export function AccessTable({ title, what, accesses, busy, onChange }: AccessTableProps) {
  const [id, setId] = useState("");
  const [level, setLevel] = useState<AccessLevel>("write");
  const { data: config } = useSiteConfig();
  const accessEntries = config?.limits.accessEntries ?? entriesByDefault;
  const ids = Object.keys(accesses);
  const most = what === "user" ? roomLimits.accessIdLengthOnUpdate : roomLimits.groupIdLength;
  const fault =
    id.length > most
      ? `Use at most ${most} characters`
      : ids.includes(id.trim())
        ? `This ${what} is already listed`
        : undefined;
  const full = ids.length >= accessEntries;
  return (
    <section aria-labelledby={`${what}-accesses`} className="rounded-lg border border-line bg-surface">
      <div className="flex items-center justify-between px-5 py-3">
        <h2 id={`${what}-accesses`} className="text-base">
          {title}
        </h2>
        <span className="text-xs text-muted tabular-nums">
          {ids.length} of {accessEntries}
        </span>
      </div>
      <ul className="border-t border-line">
        {ids.length === 0 && <li className="px-5 py-4 text-sm text-muted">No {what}s listed.</li>}
        {ids.map((one) => {
          const known = levelOf(accesses[one]!);
          return (
            <li key={one} className="flex items-center gap-3 border-b border-line px-5 py-2 last:border-0">
              <span className="min-w-0 flex-1 truncate font-mono text-xs">{one}</span>
              {known === undefined && <Badge>{accesses[one]!.join(", ")}</Badge>}
              <Select
                aria-label={`Access for ${one}`}
                className="w-40!"
                options={levels}
                value={known === "none" ? null : (known ?? null)}
                placeholder="Custom"
                disabled={busy}
                onValueChange={(next) => onChange(one, permissionsOf(next))}
              />
              <IconButton name={`Remove ${one}`} disabled={busy} onClick={() => onChange(one, null)}>
                <Trash2 className="size-4" aria-hidden />
              </IconButton>
            </li>
          );
        })}
      </ul>
      <form
        className="flex flex-wrap items-start gap-2 border-t border-line px-5 py-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (id.trim() === "" || fault !== undefined || full || busy) return;
          onChange(id.trim(), permissionsOf(level));
          setId("");
        }}
      >
        <Field label={`${what === "user" ? "User" : "Group"} ID`} labelHidden error={fault} className="min-w-40 flex-1">
          <Input
            value={id}
            placeholder={`${what === "user" ? "User" : "Group"} ID`}
            spellCheck={false}
            onChange={(event) => setId(event.target.value)}
          />
        </Field>
        <Select aria-label="Access" className="w-40!" options={levels} value={level} onValueChange={setLevel} />
        <Button type="submit" disabled={id.trim() === "" || fault !== undefined || full} busy={busy}>
          <Plus className="size-4" aria-hidden />
          Add
        </Button>
      </form>
    </section>
  );
}
