import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { toast } from "../../../ui/toast.ts";
import { formatClockMs } from "../../shared/clock-time.ts";
import { gateway, roomPath } from "../shared/gateway.ts";
import { useProject } from "../shared/project-context.ts";
import { useInspectedRoom } from "./room-context.ts";
import { parseJson } from "./storage/storage-json.ts";

const recent = 8;

/** Sends a broadcast event to everyone in the room. */
export function SendEventDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { project } = useProject();
  const { room, live } = useInspectedRoom();
  const [text, setText] = useState('{ "type": "HELLO" }');
  const { value, fault } = parseJson(text);
  const send = useMutation({
    mutationFn: () => gateway(project.id, "POST", `${roomPath(room.id)}/broadcast_event`, { body: value }),
    onSuccess: () => toast({ title: "Event sent", tone: "success" }),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Send an event"
      description="Sent to everyone in the room now; users who join later do not receive it."
    >
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (value !== undefined && !send.isPending) send.mutate();
        }}
      >
        <Field label="Event" error={fault ?? send.error?.message} hint="JSON.">
          <Textarea
            rows={5}
            spellCheck={false}
            className="font-mono text-xs"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <section aria-labelledby="recent-events">
          <h3 id="recent-events" className="mb-2 font-sans text-sm font-medium tracking-normal">
            Received events
          </h3>
          {live.broadcasts.length === 0 ? (
            <p className="text-sm text-muted">No events received since you opened this page.</p>
          ) : (
            <ul className="max-h-48 overflow-y-auto rounded-md border border-line" tabIndex={0}>
              {live.broadcasts.slice(0, recent).map(({ at, connectionId, event }, index) => (
                <li
                  key={`${at} ${live.broadcasts.length - index}`}
                  className="flex gap-3 border-b border-line px-3 py-1.5 font-mono text-xs last:border-0"
                >
                  <span className="shrink-0 text-faint">{formatClockMs(at)}</span>
                  <span className="shrink-0 text-faint">{connectionId < 0 ? "server" : `#${connectionId}`}</span>
                  <span className="min-w-0 flex-1 truncate">{JSON.stringify(event)}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" variant="primary" busy={send.isPending} disabled={value === undefined}>
            Send event
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
