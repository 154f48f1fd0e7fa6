import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { SettingsSection } from "../../shared/settings-section.tsx";
import { headerFaults, headersPatch, rowsOfHeaders } from "./header-rows.ts";
import type { HeaderRow } from "./header-rows.ts";
import { HeadersEditor } from "./headers-editor.tsx";
import { useChangeWebhook } from "./use-change-webhook.ts";
import { useWebhook } from "./use-webhook.ts";

/** Headers that every request carries besides those of the server. */
export function HeadersSection() {
  const { additionalHeaders } = useWebhook();
  const change = useChangeWebhook();
  /** The edited headers, and the headers at the start of the edit. */
  const [edit, setEdit] = useState<{ readonly before: Record<string, string>; readonly rows: readonly HeaderRow[] }>();
  const [tried, setTried] = useState(false);
  const { before, rows } = edit ?? { before: additionalHeaders, rows: rowsOfHeaders(additionalHeaders) };
  const faults = headerFaults(rows);
  const patch = headersPatch(before, rows);
  const unchanged = Object.keys(patch).length === 0 && rows.length === Object.keys(before).length;
  return (
    <SettingsSection
      title="Additional headers"
      about="Sent with every request, for example to authenticate with a gateway. Members of the project can read them."
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (faults.size > 0 || unchanged || change.isPending) return;
          change.mutate(
            { additionalHeaders: patch },
            {
              onSuccess: () => {
                setEdit(undefined);
                setTried(false);
              },
            },
          );
        }}
      >
        <HeadersEditor
          rows={rows}
          faults={tried ? faults : new Map()}
          onChange={(next) => setEdit({ before, rows: next })}
        />
        <Button type="submit" className="self-start" disabled={unchanged} busy={change.isPending}>
          Save headers
        </Button>
      </form>
    </SettingsSection>
  );
}
