import type { ProjectUser } from "@weft/protocol";
import { Link } from "react-router";
import { countOf } from "../../../formats/count.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { IdText } from "../../../ui/id-text.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../ui/table.tsx";
import { SortHeader } from "../../shared/sort-header.tsx";
import { shownPicture } from "../shared/shown-picture.ts";

export interface UsersTableProps {
  users: readonly ProjectUser[];
  base: string;
  /** The row that the keyboard has reached. */
  at: number;
  /** By the time at which users were last seen. */
  direction: "asc" | "desc";
  onSort: (direction: "asc" | "desc") => void;
}

/** Users of a project, as they present themselves, with their connections and the times at which they were seen. */
export function UsersTable({ users, base, at, direction, onSort }: UsersTableProps) {
  return (
    <Table caption="Users" stacked>
      <thead>
        <Row>
          <HeaderCell>User</HeaderCell>
          <HeaderCell>Connected</HeaderCell>
          <SortHeader sorted={direction} onSort={onSort}>
            Last seen
          </SortHeader>
          <HeaderCell>First seen</HeaderCell>
        </Row>
      </thead>
      <tbody>
        {users.map((user, index) => (
          <Row
            key={user.id}
            data-reached={index === at || undefined}
            className="as-card:grid as-card:grid-cols-[minmax(0,1fr)_auto] as-card:items-center as-card:gap-x-4 as-card:px-4 as-card:py-3 as-card:[&>td]:mx-0!"
          >
            <HeaderCell scope="row" className="w-full max-w-0 min-w-44 py-1.5! as-card:max-w-full as-card:py-0!">
              <span className="flex min-w-0 items-center gap-2.5">
                <Avatar id={user.id} name={user.name ?? user.id} image={shownPicture(user.avatar)} decorative />
                <Link
                  to={`${base}/users/${encodeURIComponent(user.id)}`}
                  className="flex min-w-0 flex-col leading-5 underline-offset-4 hover:underline"
                >
                  {user.name !== null && <span className="truncate text-sm">{user.name}</span>}
                  <IdText id={user.id} className={user.name === null ? "text-xs" : "text-xs font-normal text-muted"} />
                </Link>
                <CopyButton className="shrink-0 as-card:hidden" text={user.id} name={`Copy ${user.id}`} />
              </span>
            </HeaderCell>
            <Cell className="text-xs whitespace-nowrap text-muted tabular-nums as-card:hidden">
              {user.connections > 0 &&
                `${countOf(user.connections, "connection")} in ${countOf(user.connectedRooms, "room")}`}
            </Cell>
            <Cell className="whitespace-nowrap as-card:justify-end as-card:text-xs">
              {user.connected ? <Badge tone="success">Connected</Badge> : <RelativeTime at={user.lastSeenAt} />}
            </Cell>
            <Cell className="whitespace-nowrap as-card:hidden">
              <RelativeTime at={user.firstSeenAt} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
