import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { SettingsSection } from "../../shared/settings-section.tsx";
import { useProject } from "../shared/project-context.ts";
import { useChangeNotifications } from "./use-change-notifications.ts";

const minuteMs = 60_000;
/** The server's bounds: a minute and a week. */
const [least, most] = [1, 10_080];

/** How long a notification stays unread before it is sent on channels. */
export function DelayForm({ delayMs }: { delayMs: number }) {
  const { project } = useProject();
  const change = useChangeNotifications(project.id);
  const stored = String(delayMs / minuteMs);
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? stored;
  const minutes = Number(text);
  const fault =
    text.trim() === "" || !Number.isFinite(minutes) || minutes < least || minutes > most
      ? `Enter ${least} to ${most.toLocaleString("en-US")} minutes`
      : undefined;
  const save = (next: number | null) => change.mutate({ delayMs: next }, { onSuccess: () => setDraft(null) });
  return (
    <SettingsSection
      title="Delay"
      about="Notifications that are still unread after this time are sent on channels. Until then, new activity is added to them."
    >
      <form
        noValidate
        className="flex flex-wrap items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (fault === undefined && !change.isPending) save(Math.round(minutes * minuteMs));
        }}
      >
        <Field
          label="Delay in minutes"
          labelHidden
          error={draft === null ? change.error?.message : fault}
          className="w-32"
        >
          <Input value={text} inputMode="numeric" onChange={(event) => setDraft(event.target.value)} />
        </Field>
        <span className="py-1.5 text-sm text-muted">minutes</span>
        <Button type="submit" busy={change.isPending} disabled={draft === null || draft === stored}>
          Save
        </Button>
        <Button variant="ghost" disabled={change.isPending} onClick={() => save(null)}>
          Use server default
        </Button>
      </form>
    </SettingsSection>
  );
}
