import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { toast } from "../../../ui/toast.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { gateway } from "../shared/gateway.ts";
import { useProject } from "../shared/project-context.ts";
import { UserLink } from "../shared/user-link.tsx";
import { channels, roomSettingsQuery, userKey, userPath, userSettingsQuery } from "./notification-queries.ts";
import type { Channel } from "./notification-queries.ts";

const threadSettings = {
  all: "All threads",
  replies_and_mentions: "Replies and mentions",
  none: "No threads",
} as const;
const mentionSettings = { mine: "Text mentions", none: "No text mentions" } as const;

/** On which channels a user is notified, and what they chose in rooms. */
export function UserSettingsCard({ userId }: { userId: string }) {
  const { project, base } = useProject();
  const client = useQueryClient();
  const settings = useQuery(userSettingsQuery(project.id, userId));
  const rooms = useQuery(roomSettingsQuery(project.id, userId));
  const path = `${userPath(userId)}/notification-settings`;
  const done = {
    onSuccess: () => client.invalidateQueries({ queryKey: userKey(project.id, userId) }),
    onError: (error: Error) =>
      toast({ title: "The settings could not be saved", description: error.message, tone: "danger" as const }),
  };
  const change = useMutation({
    mutationFn: ({ channel, kind, on }: { channel: Channel; kind: string; on: boolean }) =>
      gateway(project.id, "POST", path, { body: { [channel]: { [kind]: on } } }),
    ...done,
  });
  const reset = useMutation({ mutationFn: () => gateway(project.id, "DELETE", path), ...done });
  return (
    <div className="grid items-start gap-5 md:grid-cols-2 [&>*]:min-w-0">
      <section aria-labelledby="user-channels" className="rounded-lg border border-line bg-surface">
        <div className="flex min-h-12 items-center justify-between gap-4 border-b border-line py-2 pr-3 pl-5">
          <h2 id="user-channels" className="text-base">
            Channels of this user
          </h2>
          <Button size="sm" busy={reset.isPending} onClick={() => reset.mutate()}>
            Reset
          </Button>
        </div>
        <div className="flex flex-col gap-5 px-5 py-4">
          <UserLink id={userId} avatar />
          <Loaded query={settings}>
            {(found) => {
              const enabled = channels.filter(({ id }) => found[id] !== undefined);
              return enabled.length === 0 ? (
                <p className="text-sm text-muted">No channels are enabled for this project.</p>
              ) : (
                <>
                  {enabled.map(({ id, label }) => (
                    <fieldset key={id} className="flex flex-col gap-2.5">
                      <legend className="mb-2 text-xs text-faint">{label}</legend>
                      {Object.entries(found[id] ?? {}).map(([kind, on]) => (
                        <Switch
                          key={kind}
                          label={<code className="text-xs font-normal">{kind}</code>}
                          className="items-center!"
                          checked={on}
                          onCheckedChange={(next) => change.mutate({ channel: id, kind, on: next })}
                        />
                      ))}
                    </fieldset>
                  ))}
                </>
              );
            }}
          </Loaded>
        </div>
      </section>
      <section aria-labelledby="user-rooms" className="rounded-lg border border-line bg-surface">
        <h2 id="user-rooms" className="flex min-h-12 items-center border-b border-line px-5 py-2 text-base">
          Subscription settings
        </h2>
        <div className="px-5 py-4">
          <Loaded query={rooms}>
            {({ data, nextCursor }) =>
              data.length === 0 ? (
                <p className="text-sm text-muted">
                  Default settings in every room: replies and mentions, and text mentions.
                </p>
              ) : (
                <>
                  <ul className="flex flex-col gap-3 text-sm">
                    {data.map(({ roomId, threads, textMentions }) => (
                      <li key={roomId} className="min-w-0">
                        <Link
                          to={`${base}/rooms/${encodeURIComponent(roomId)}`}
                          className="block truncate font-mono text-xs underline-offset-4 hover:underline"
                        >
                          {roomId}
                        </Link>
                        <span className="text-xs text-muted">
                          {threadSettings[threads]} · {mentionSettings[textMentions]}
                        </span>
                      </li>
                    ))}
                  </ul>
                  {nextCursor !== null && (
                    <p className="mt-3 text-xs text-muted">Showing the first {data.length} rooms.</p>
                  )}
                </>
              )
            }
          </Loaded>
        </div>
      </section>
    </div>
  );
}
