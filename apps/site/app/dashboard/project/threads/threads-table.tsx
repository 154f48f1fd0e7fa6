import type { ThreadSummary } from "@weft/protocol";
import { MessageSquare, Paperclip, SmilePlus } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { Link } from "react-router";
import { countOf, formatCount } from "../../../formats/count.ts";
import { IdText } from "../../../ui/id-text.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../ui/table.tsx";
import { MetadataChips } from "../shared/metadata-chips.tsx";
import { UserLink } from "../shared/user-link.tsx";
import { ThreadStateBadge } from "./thread-state-badge.tsx";
import { threadAddress } from "./thread-address.ts";

export interface ThreadsTableProps {
  threads: readonly ThreadSummary[];
  base: string;
  /** Whether the threads are of several rooms. */
  withRoom: boolean;
  /** The row that the keyboard has reached. */
  at: number;
}

/** Threads, with how each begins and what is in it. */
export function ThreadsTable({ threads, base, withRoom, at }: ThreadsTableProps) {
  return (
    <Table caption="Threads" stacked className="@min-[40rem]/table:[&_td]:px-3 @min-[40rem]/table:[&_th]:px-3">
      <thead>
        <Row>
          <HeaderCell>Thread</HeaderCell>
          {withRoom && <HeaderCell>Room</HeaderCell>}
          <HeaderCell>State</HeaderCell>
          <HeaderCell>Contents</HeaderCell>
          <HeaderCell>Metadata</HeaderCell>
          <HeaderCell>Updated</HeaderCell>
        </Row>
      </thead>
      <tbody>
        {threads.map((thread, index) => (
          <Row key={`${thread.roomId}\n${thread.id}`} data-reached={index === at || undefined}>
            <HeaderCell scope="row" className="max-w-80 min-w-52">
              <Link
                to={threadAddress(base, thread)}
                className="line-clamp-2 font-medium wrap-anywhere whitespace-normal underline-offset-4 hover:underline"
              >
                {thread.text.trim() === "" ? "Comment without text" : thread.text}
              </Link>
              <span className="mt-1 flex font-normal text-muted">
                <UserLink id={thread.userId} />
              </span>
            </HeaderCell>
            {withRoom && (
              <Cell label="Room" className="max-w-40">
                <Link
                  to={`${base}/rooms/${encodeURIComponent(thread.roomId)}?tab=threads`}
                  className="block truncate font-mono text-xs underline-offset-4 hover:underline"
                  title={thread.roomId}
                >
                  <IdText id={thread.roomId} />
                </Link>
              </Cell>
            )}
            <Cell label="State">
              <ThreadStateBadge {...thread} />
            </Cell>
            <Cell label="Contents">
              <span className="inline-flex items-center gap-3 text-xs text-muted tabular-nums">
                <Count icon={MessageSquare} count={thread.comments} noun="comment" />
                <Count icon={Paperclip} count={thread.attachments} noun="attachment" />
                <Count icon={SmilePlus} count={thread.reactions} noun="reaction" />
              </span>
            </Cell>
            <Cell label="Metadata">
              <MetadataChips entries={Object.entries(thread.metadata).map(([key, value]) => [key, String(value)])} />
            </Cell>
            <Cell label="Updated" className="whitespace-nowrap">
              <RelativeTime at={thread.updatedAt} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function Count({ icon: Icon, count, noun }: { icon: LucideIcon; count: number; noun: string }) {
  if (count === 0) return null;
  return (
    <span className="inline-flex items-center gap-1" title={countOf(count, noun)}>
      <Icon className="size-3.5 text-faint" aria-hidden />
      <span aria-hidden>{formatCount(count)}</span>
      <span className="sr-only">{countOf(count, noun)}</span>
    </span>
  );
}
