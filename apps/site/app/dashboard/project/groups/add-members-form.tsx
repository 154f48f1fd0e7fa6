import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { gateway } from "../shared/gateway.ts";
import { useProject } from "../shared/project-context.ts";
import { groupPath, groupsKey } from "./group-queries.ts";
import { readUserIds } from "./read-user-ids.ts";

/** Adds users to a group by their ids. */
export function AddMembersForm({ groupId }: { groupId: string }) {
  const { project } = useProject();
  const client = useQueryClient();
  const [text, setText] = useState("");
  const ids = readUserIds(text);
  const add = useMutation({
    mutationFn: () => gateway(project.id, "POST", `${groupPath(groupId)}/add-members`, { body: { memberIds: ids } }),
    onSuccess: async () => {
      setText("");
      await client.invalidateQueries({ queryKey: groupsKey(project.id) });
    },
  });
  return (
    <form
      className="flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (ids.length > 0 && !add.isPending) add.mutate();
      }}
    >
      <Field label="Add members" labelHidden error={add.error?.message} className="min-w-56 flex-1 sm:max-w-md">
        <Input
          value={text}
          spellCheck={false}
          autoComplete="off"
          placeholder="User IDs, separated by commas"
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button type="submit" busy={add.isPending} disabled={ids.length === 0}>
        <Plus className="size-4" aria-hidden />
        Add members
      </Button>
    </form>
  );
}
