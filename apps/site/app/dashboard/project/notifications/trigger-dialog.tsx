import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { toast } from "../../../ui/toast.ts";
import { gateway } from "../shared/gateway.ts";
import { useProject } from "../shared/project-context.ts";
import { kindFault } from "./kind-changes.ts";
import { notificationsQuery, userKey } from "./notification-queries.ts";
import { readActivityData } from "./read-activity-data.ts";

/** Triggers a notification of the project's own, to see what a user gets. */
export function TriggerDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Trigger notification"
      description="Adds a custom notification to a user's inbox."
    >
      {open && <TriggerForm onClose={onClose} />}
    </Dialog>
  );
}

function TriggerForm({ onClose }: { onClose: () => void }) {
  const { project } = useProject();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const settings = useQuery(notificationsQuery(project.id));
  const [typedKind, setKind] = useState<string | null>(null);
  const kind = typedKind ?? settings.data?.customKinds[0]?.kind ?? "$test";
  const [userId, setUserId] = useState(search.get("user") ?? "");
  const [subjectId, setSubjectId] = useState("test");
  const [roomId, setRoomId] = useState("");
  const [data, setData] = useState('{ "title": "Hello" }');
  const [tried, setTried] = useState(false);
  const activityData = readActivityData(data);
  const faults = {
    user: userId.trim() === "" ? "Enter a user ID" : undefined,
    kind: kindFault(kind, { customKinds: [] }),
    subject: subjectId.trim() === "" ? "Enter a subject ID" : undefined,
    data: "fault" in activityData ? activityData.fault : undefined,
  };
  const trigger = useMutation({
    mutationFn: () =>
      gateway(project.id, "POST", "/inbox-notifications/trigger", {
        body: {
          userId: userId.trim(),
          kind,
          subjectId: subjectId.trim(),
          activityData: "data" in activityData ? activityData.data : {},
          ...(roomId.trim() !== "" && { roomId: roomId.trim() }),
        },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: userKey(project.id, userId.trim()) });
      toast({ title: "The notification was triggered", tone: "success" });
      onClose();
      setSearch({ tab: "inbox", user: userId.trim() }, { replace: true, preventScrollReset: true });
    },
  });
  const shown = (fault: string | undefined) => (tried ? fault : undefined);
  return (
    <DialogForm
      submit="Trigger"
      pending={trigger.isPending}
      error={trigger.error?.message}
      onSubmit={() => {
        setTried(true);
        if (Object.values(faults).every((fault) => fault === undefined)) trigger.mutate();
      }}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="User ID" required error={shown(faults.user)}>
          <Input value={userId} spellCheck={false} autoComplete="off" onChange={(e) => setUserId(e.target.value)} />
        </Field>
        <Field label="Kind" required error={shown(faults.kind)}>
          <Input
            value={kind}
            spellCheck={false}
            autoComplete="off"
            className="font-mono"
            onChange={(event) => setKind(event.target.value.trim())}
          />
        </Field>
        <Field label="Subject ID" required error={shown(faults.subject)} hint="What the notification is about.">
          <Input
            value={subjectId}
            spellCheck={false}
            autoComplete="off"
            onChange={(e) => setSubjectId(e.target.value)}
          />
        </Field>
        <Field label="Room ID" optional hint="The room must exist.">
          <Input value={roomId} spellCheck={false} autoComplete="off" onChange={(e) => setRoomId(e.target.value)} />
        </Field>
      </div>
      <Field label="Activity data" error={shown(faults.data)} hint="A JSON object with strings, numbers and booleans.">
        <Textarea
          rows={3}
          value={data}
          spellCheck={false}
          className="font-mono text-xs"
          onChange={(event) => setData(event.target.value)}
        />
      </Field>
    </DialogForm>
  );
}
