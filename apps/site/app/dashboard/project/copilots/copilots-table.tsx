import { Link } from "react-router";
import { countOf, formatCount } from "../../../formats/count.ts";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../ui/table.tsx";
import type { CopilotBody } from "./copilot-queries.ts";
import { providerNames } from "./provider-names.ts";

export interface CopilotsTableProps {
  copilots: readonly CopilotBody[];
  base: string;
  /** How many knowledge sources each has, by its id; undefined until that is known. */
  sources: Readonly<Record<string, number>> | undefined;
  /** How many messages each has begun to answer this month, by its id; undefined until that is known. */
  messages: ReadonlyMap<string | null, number> | undefined;
  /** The row that the keyboard has reached. */
  at: number;
}

export function CopilotsTable({ copilots, base, sources, messages, at }: CopilotsTableProps) {
  return (
    <Table caption="AI copilots" stacked>
      <thead>
        <Row>
          <HeaderCell>Name</HeaderCell>
          <HeaderCell spare>Provider</HeaderCell>
          <HeaderCell>Model</HeaderCell>
          <HeaderCell spare>Knowledge</HeaderCell>
          <HeaderCell className="text-right!">Messages this month</HeaderCell>
          <HeaderCell>Last used</HeaderCell>
        </Row>
      </thead>
      <tbody>
        {copilots.map((copilot, index) => (
          <Row key={copilot.id} data-reached={index === at || undefined}>
            <HeaderCell scope="row" className="max-w-md">
              <Link
                to={`${base}/copilots/${encodeURIComponent(copilot.id)}`}
                className="block truncate underline-offset-4 hover:underline"
              >
                {copilot.name}
              </Link>
              {copilot.description !== undefined && (
                <span className="block truncate text-xs font-normal text-muted">{copilot.description}</span>
              )}
            </HeaderCell>
            <Cell spare label="Provider" className="whitespace-nowrap">
              {copilot.compatibleProviderName ?? providerNames[copilot.provider]}
            </Cell>
            <Cell label="Model" className="max-w-64 truncate font-mono text-xs">
              {copilot.providerModel}
            </Cell>
            <Cell spare label="Knowledge" className="whitespace-nowrap">
              {sources && (
                <KnowledgeLink
                  to={`${base}/copilots/${encodeURIComponent(copilot.id)}`}
                  count={sources[copilot.id] ?? 0}
                />
              )}
            </Cell>
            <Cell label="Messages this month" className="text-right tabular-nums">
              {messages && formatCount(messages.get(copilot.id) ?? 0)}
            </Cell>
            <Cell label="Last used" className="whitespace-nowrap">
              {copilot.lastUsedAt === undefined ? (
                <span className="text-muted">Never</span>
              ) : (
                <RelativeTime at={copilot.lastUsedAt} />
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function KnowledgeLink({ to, count }: { to: string; count: number }) {
  if (count === 0) return <span className="text-muted">None</span>;
  return (
    <Link to={`${to}?tab=knowledge`} className="underline-offset-4 hover:underline">
      {countOf(count, "source")}
    </Link>
  );
}
