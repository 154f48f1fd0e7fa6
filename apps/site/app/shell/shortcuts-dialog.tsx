import { useState } from "react";
import { Link } from "react-router";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { modifierKey } from "./platform.ts";
import { workingShortcuts } from "./shortcuts.ts";
import { useSingleKeys } from "./single-keys.ts";

/** All shortcuts that work, by group. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [filter, setFilter] = useState("");
  const wanted = filter.trim().toLowerCase();
  const singleKeys = useSingleKeys();
  const groups = workingShortcuts(singleKeys)
    .map((group) => ({
      ...group,
      shortcuts: group.shortcuts.filter(({ does }) => does.toLowerCase().includes(wanted)),
    }))
    .filter((group) => group.shortcuts.length > 0);
  return (
    <Dialog open title="Keyboard shortcuts" onOpenChange={(open) => !open && onClose()}>
      <Field label="Filter shortcuts" labelHidden>
        <Input type="search" placeholder="Filter…" value={filter} onChange={(event) => setFilter(event.target.value)} />
      </Field>
      <div className="mt-5 flex flex-col gap-6" aria-live="polite">
        {!singleKeys && (
          <p className="text-sm text-muted">
            {"You have turned single-letter shortcuts off. "}
            <Link to="/dashboard/account" className="link" onClick={onClose}>
              Account settings
            </Link>
            {" turn them on again."}
          </p>
        )}
        {groups.length === 0 && <p className="text-sm text-muted">No shortcut is called that.</p>}
        {groups.map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h3 className="font-sans text-xs font-medium tracking-normal text-faint">{group.title}</h3>
            <dl className="mt-1">
              {group.shortcuts.map(({ keys, does }) => (
                <div
                  key={does}
                  className="flex items-center justify-between border-b border-line py-2.5 text-sm last:border-0"
                >
                  <dt>{does}</dt>
                  <dd className="flex gap-1">
                    {keys.map((key) => (
                      <Kbd key={key}>{key === "Mod" ? modifierKey() : key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
