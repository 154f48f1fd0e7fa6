import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { RequestFailed } from "../../../../api/request-failed.ts";
import { Button } from "../../../../ui/button.tsx";
import { Field } from "../../../../ui/field.tsx";
import { Textarea } from "../../../../ui/textarea.tsx";
import { gateway, roomPath } from "../../shared/gateway.ts";
import { parseStorage } from "./storage-json.ts";

export interface InitialiseFormProps {
  projectId: string;
  roomId: string;
  editing: boolean;
}

/** Fills an empty Storage. */
export function InitialiseForm({ projectId, roomId, editing }: InitialiseFormProps) {
  const [text, setText] = useState("");
  const parsed = text.trim() === "" ? undefined : parseStorage(text);
  const fault = parsed && "fault" in parsed ? parsed.fault : undefined;
  const fill = useMutation({
    mutationFn: async () => {
      if (parsed && "document" in parsed)
        await gateway(projectId, "POST", `${roomPath(roomId)}/storage`, { body: parsed.document });
    },
  });
  const refused = fill.error instanceof RequestFailed ? fill.error.message : undefined;
  return (
    <form
      className="flex flex-col gap-4 px-5 py-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (editing && parsed && "document" in parsed && !fill.isPending) fill.mutate();
      }}
    >
      <p className="text-sm text-muted">
        This room&apos;s Storage is empty. Clients fill it with <code>initialStorage</code>. You can also fill it here
        after you enable editing. Connected users are then disconnected and reload the new document.
      </p>
      <Field
        label="Document"
        error={fault ?? refused}
        hint="JSON. Objects become LiveObjects and arrays become LiveLists. Typed JSON is stored as it is."
      >
        <Textarea
          rows={5}
          spellCheck={false}
          className="font-mono text-xs"
          placeholder='{ "title": "Untitled", "tasks": [] }'
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        disabled={!editing || parsed === undefined || fault !== undefined}
        busy={fill.isPending}
      >
        Fill Storage
      </Button>
    </form>
  );
}
