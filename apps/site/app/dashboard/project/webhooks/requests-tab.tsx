import { useQuery } from "@tanstack/react-query";
import type { CaughtRequest, CaughtRequestDetails } from "@weft/protocol";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { formatBytes } from "../../../formats/bytes.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { EmptyThread } from "../../../ui/thread-line.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../ui/table.tsx";
import { ListWithPanel } from "../../shared/list-with-panel.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import { useFilters } from "../../shared/use-filters.ts";
import { useListKeys } from "../../shared/use-list-keys.ts";
import { FactLine } from "../shared/fact-line.tsx";
import { indented } from "../shared/indented.ts";
import { LogRow } from "../shared/log-row.tsx";
import { NamedValues } from "../shared/named-values.tsx";
import { PanelSection } from "../shared/panel-section.tsx";
import { useProject } from "../shared/project-context.ts";
import { curlCommand, localReceiver } from "./curl-command.ts";
import { useWebhook } from "./use-webhook.ts";
import { caughtRequestQuery, caughtRequestsQuery } from "./webhooks-query.ts";

/** What the request catcher received for this endpoint, as it arrives. */
export function RequestsTab() {
  const { project } = useProject();
  const webhook = useWebhook();
  const filters = useFilters([]);
  const [search] = useSearchParams();
  const [at, setAt] = useState(-1);
  const query = useQuery(caughtRequestsQuery(project.id, webhook.id));
  const requests = query.data ?? [];
  const opened = search.get("event");
  const open = (id: string) => filters.set({ event: id });
  useListKeys({
    count: requests.length,
    at,
    onMove: setAt,
    onOpen: (index) => open(requests[index]!.id),
    onRefresh: () => void query.refetch(),
  });
  const isDisabled = webhook.state === "disabled";
  return (
    <ListWithPanel
      title="Request"
      details={opened === null ? null : <RequestPanel key={opened} id={opened} />}
      onClose={() => filters.set({ event: null })}
    >
      <Loaded query={query}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              title="Waiting for requests"
              thread={<EmptyThread steps={["Endpoint is created", "Event happens", "Request arrives"]} reached={1} />}
              action={
                <Button variant="primary" disabled={isDisabled} onClick={() => filters.set({ dialog: "test-event" })}>
                  Send test event
                </Button>
              }
            >
              <p>
                Requests appear here as they arrive. Create a room or a comment in this project, or send a test event.
              </p>
            </EmptyState>
          ) : (
            <RequestsTable requests={list} opened={opened} at={at} onOpen={open} />
          )
        }
      </Loaded>
      {webhook.catchesUntil !== null && (
        <p className="text-sm text-muted">
          The newest 100 requests of the project are kept. This endpoint is deleted{" "}
          <RelativeTime at={webhook.catchesUntil} />, with its requests.{" "}
          <Link to="?tab=settings" className="link">
            Enter a URL
          </Link>{" "}
          to keep it.
        </p>
      )}
    </ListWithPanel>
  );
}

interface RequestsTableProps {
  requests: readonly CaughtRequest[];
  opened: string | null;
  at: number;
  onOpen: (id: string) => void;
}

function RequestsTable({ requests, opened, at, onOpen }: RequestsTableProps) {
  return (
    <Table caption="Requests" stacked>
      <thead>
        <Row>
          <HeaderCell className="pl-10!">Time</HeaderCell>
          <HeaderCell>Signature</HeaderCell>
          <HeaderCell>Event</HeaderCell>
          <HeaderCell>Room</HeaderCell>
          <HeaderCell className="text-right!">Size</HeaderCell>
        </Row>
      </thead>
      <tbody>
        {requests.map((request, index) => (
          <LogRow
            key={request.id}
            at={request.receivedAt}
            station="reached"
            opened={request.id === opened}
            reached={index === at}
            onOpen={() => onOpen(request.id)}
          >
            <Cell className="py-2! as-card:justify-end as-card:py-0!">
              <SignatureState verified={request.verified} />
            </Cell>
            <Cell className="py-2! as-card:py-0!">
              <button
                type="button"
                className="truncate rounded-sm text-left font-mono text-xs underline-offset-4 hover:underline as-card:max-w-full"
                onClick={() => onOpen(request.id)}
              >
                {request.type}
              </button>
            </Cell>
            <Cell className="max-w-52 truncate py-2! font-mono text-xs as-card:justify-end as-card:py-0!">
              <span className="truncate">{request.roomId ?? ""}</span>
            </Cell>
            <Cell className="py-2! text-right text-xs whitespace-nowrap tabular-nums as-card:hidden">
              {formatBytes(request.bytes)}
            </Cell>
          </LogRow>
        ))}
      </tbody>
    </Table>
  );
}

function SignatureState({ verified }: { verified: boolean }) {
  return verified ? <Badge tone="success">Verified</Badge> : <Badge tone="danger">Not verified</Badge>;
}

function RequestPanel({ id }: { id: string }) {
  const { project } = useProject();
  const webhook = useWebhook();
  const query = useQuery(caughtRequestQuery(project.id, webhook.id, id));
  return (
    <Loaded query={query} missing={<p className="text-sm text-muted">This request is no longer available.</p>}>
      {(request) => <RequestDetails request={request} />}
    </Loaded>
  );
}

function RequestDetails({ request }: { request: CaughtRequestDetails }) {
  const isCut = new TextEncoder().encode(request.body).length < request.bytes;
  return (
    <div className="flex flex-col gap-6">
      <code className="text-sm wrap-anywhere">{request.type}</code>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-2.5 text-sm">
        <FactLine name="Signature">
          <SignatureState verified={request.verified} />
        </FactLine>
        <FactLine name="Received">
          <RelativeTime at={request.receivedAt} />
        </FactLine>
        <FactLine name="Size">{formatBytes(request.bytes)}</FactLine>
      </dl>
      <PanelSection title="Headers">
        <NamedValues values={Object.entries(request.headers)} />
      </PanelSection>
      <PanelSection title="Body">
        <CodeBlock title="JSON" code={isCut ? request.body : indented(request.body)} className="[&_pre]:max-h-80" />
        {!isCut && (
          <CopyButton
            name="Copy as curl"
            label="Copy as curl"
            variant="secondary"
            className="self-start"
            text={curlCommand({ url: localReceiver, headers: Object.entries(request.headers), body: request.body })}
          />
        )}
        {isCut && <p className="text-sm text-muted">The body is too large. This is its beginning.</p>}
      </PanelSection>
    </div>
  );
}
