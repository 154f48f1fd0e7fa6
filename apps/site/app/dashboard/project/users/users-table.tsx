import type { ProjectUser } from "@weft/protocol";
import { Link } from "react-router";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../ui/table.tsx";

export interface UsersTableProps {
  users: readonly ProjectUser[];
  base: string;
  /** The row that the keyboard has reached. */
  at: number;
}

/** Users of a project, with the times at which they were seen. */
export function UsersTable({ users, base, at }: UsersTableProps) {
  return (
    <Table caption="Users" stacked>
      <thead>
        <Row>
          <HeaderCell>User</HeaderCell>
          <HeaderCell>Last seen</HeaderCell>
          <HeaderCell>First seen</HeaderCell>
        </Row>
      </thead>
      <tbody>
        {users.map(({ id, firstSeenAt, lastSeenAt, connected }, index) => (
          <Row key={id} data-reached={index === at || undefined}>
            <HeaderCell scope="row" className="py-1.5!">
              <span className="flex items-center gap-1">
                <Link
                  to={`${base}/users/${encodeURIComponent(id)}`}
                  className="max-w-96 truncate font-mono text-xs font-medium underline-offset-4 hover:underline"
                  title={id}
                >
                  {id}
                </Link>
                <CopyButton text={id} name={`Copy ${id}`} />
              </span>
            </HeaderCell>
            <Cell label="Last seen" className="whitespace-nowrap">
              {connected ? "Connected" : <RelativeTime at={lastSeenAt} />}
            </Cell>
            <Cell label="First seen" className="whitespace-nowrap">
              <RelativeTime at={firstSeenAt} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
