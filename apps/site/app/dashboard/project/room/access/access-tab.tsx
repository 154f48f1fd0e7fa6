import { RadioGroup } from "../../../../ui/radio-group.tsx";
import { accessLevels, levelOf, permissionsOf } from "../../shared/access-level.ts";
import { useProject } from "../../shared/project-context.ts";
import { useInspectedRoom } from "../room-context.ts";
import { useUpdateRoom } from "../use-update-room.ts";
import { AccessTable } from "./access-table.tsx";
import { AccessTester } from "./access-tester.tsx";

const hints = {
  none: "Private. Only listed users, or users with a token that allows it, can enter.",
  read: "Everyone can view; listed users can edit.",
  write: "Public. Anyone with the public key or a token can edit.",
} as const;

/** The access rules of the room. */
export function AccessTab() {
  const { project } = useProject();
  const { room } = useInspectedRoom();
  const update = useUpdateRoom(project.id, room.id);
  const level = levelOf(room.defaultAccesses);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-5">
        {update.isError && (
          <p role="alert" className="text-sm text-danger">
            {update.error.message}
          </p>
        )}
        <section className="rounded-lg border border-line bg-surface p-5">
          <RadioGroup
            legend="Default access"
            value={level ?? ("" as never)}
            disabled={update.isPending}
            onValueChange={(next) => update.mutate({ defaultAccesses: permissionsOf(next) })}
            options={accessLevels.map(({ value, label }) => ({ value, label, hint: hints[value] }))}
          />
          {level === undefined && (
            <p className="mt-3 text-sm text-muted">
              Current permissions: <code className="text-xs">{room.defaultAccesses.join(", ")}</code>
            </p>
          )}
        </section>
        <AccessTable
          title="Users"
          what="user"
          accesses={room.usersAccesses}
          busy={update.isPending}
          onChange={(id, permissions) => update.mutate({ usersAccesses: { [id]: permissions } })}
        />
        <AccessTable
          title="Groups"
          what="group"
          accesses={room.groupsAccesses}
          busy={update.isPending}
          onChange={(id, permissions) => update.mutate({ groupsAccesses: { [id]: permissions } })}
        />
      </div>
      <AccessTester projectId={project.id} roomId={room.id} />
    </div>
  );
}
