import { useQuery } from "@tanstack/react-query";
import type { NotificationSettings } from "@weft/protocol";
import { Link } from "react-router";
import type { z } from "zod";
import { Badge } from "../../../ui/badge.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../ui/table.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import { gateway } from "../shared/gateway.ts";
import { useProject } from "../shared/project-context.ts";
import type { CursorPage } from "../shared/room-body.ts";
import { PagedList } from "./paged-list.tsx";

type Settings = z.output<typeof NotificationSettings>;
interface RoomSettings {
  readonly roomId: string;
  readonly threads: string;
  readonly textMentions: string;
}

const channels = [
  ["email", "Email"],
  ["slack", "Slack"],
  ["teams", "Teams"],
  ["webPush", "Web push"],
] as const;
const threadWords: Readonly<Record<string, string>> = {
  all: "All threads",
  replies_and_mentions: "Replies and mentions",
  none: "No threads",
};

/** On which channels the user is notified, and what they subscribed to in rooms. */
export function NotificationSettingsTab({ userId }: { userId: string }) {
  const { project, base } = useProject();
  const of = `/users/${encodeURIComponent(userId)}`;
  const settings = useQuery({
    queryKey: ["project", project.id, "user", userId, "settings"],
    queryFn: ({ signal }) => gateway<Settings>(project.id, "GET", `${of}/notification-settings`, { signal }),
  });
  return (
    <div className="flex flex-col gap-5">
      <Loaded query={settings}>
        {(found) => {
          const enabled = channels.filter(([name]) => found[name] !== undefined);
          const kinds = [...new Set(enabled.flatMap(([name]) => Object.keys(found[name] ?? {})))];
          if (kinds.length === 0)
            return <p className="text-sm text-muted">No channels are enabled for this project.</p>;
          return (
            <Table caption="Notification settings">
              <thead>
                <Row>
                  <HeaderCell>Kind</HeaderCell>
                  {enabled.map(([name, label]) => (
                    <HeaderCell key={name}>{label}</HeaderCell>
                  ))}
                </Row>
              </thead>
              <tbody>
                {kinds.map((kind) => (
                  <Row key={kind}>
                    <HeaderCell scope="row" className="font-mono text-xs">
                      {kind}
                    </HeaderCell>
                    {enabled.map(([name]) => (
                      <Cell key={name}>
                        {found[name]?.[kind] === true ? (
                          <Badge tone="success">On</Badge>
                        ) : (
                          <span className="text-muted">Off</span>
                        )}
                      </Cell>
                    ))}
                  </Row>
                ))}
              </tbody>
            </Table>
          );
        }}
      </Loaded>
      <PagedList
        title="Room subscriptions"
        about="Rooms where the user changed their subscription settings."
        queryKey={["project", project.id, "user", userId, "room-settings"]}
        fetchPage={(cursor, signal) =>
          gateway<CursorPage<RoomSettings>>(project.id, "GET", `${of}/room-subscription-settings`, {
            query: { ...(cursor !== undefined && { startingAfter: cursor }) },
            signal,
          })
        }
        keyOf={({ roomId }) => roomId}
        empty="The user has the default settings in every room: replies and mentions."
      >
        {({ roomId, threads, textMentions }) => (
          <>
            <Link
              to={`${base}/rooms/${encodeURIComponent(roomId)}`}
              className="min-w-0 flex-1 truncate font-mono text-xs underline-offset-4 hover:underline"
            >
              {roomId}
            </Link>
            <Badge>{threadWords[threads] ?? threads}</Badge>
            <Badge>{textMentions === "none" ? "No text mentions" : "Text mentions"}</Badge>
          </>
        )}
      </PagedList>
    </div>
  );
}
