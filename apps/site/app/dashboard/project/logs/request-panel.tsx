import { useQuery } from "@tanstack/react-query";
import type { RequestContents, RequestEntry, SentText } from "@weft/protocol";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { request } from "../../../api/request.ts";
import { useSiteConfig } from "../../../api/use-site-config.ts";
import { formatBytes } from "../../../formats/bytes.ts";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { formatInstant } from "../../shared/clock-time.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { FactLine } from "../shared/fact-line.tsx";
import { indented } from "../shared/indented.ts";
import { NamedValues } from "../shared/named-values.tsx";
import { PanelSection } from "../shared/panel-section.tsx";
import { useProject } from "../shared/project-context.ts";
import { StatusBadge } from "../shared/status-badge.tsx";
import { requestAsCurl } from "./request-as-curl.ts";

/** A request with its contents, as far as they are kept. */
export function RequestPanel({ id }: { id: string }) {
  const { project } = useProject();
  const { data: config } = useSiteConfig();
  const query = useQuery({
    queryKey: ["project", project.id, "request", id],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/requests/{requestId}", {
        path: { projectId: project.id, requestId: id },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Loaded query={query} missing={<p className="text-sm text-muted">This request is no longer available.</p>}>
      {({ entry, endpointId, contents }) => (
        <div className="flex flex-col gap-6">
          <p className="font-mono text-sm wrap-anywhere">
            {entry.method} {entry.url ?? entry.path}
          </p>
          <Facts entry={entry} endpointId={endpointId} />
          {contents === null ? (
            <p className="text-sm text-muted">
              The contents of this request are no longer available. For older requests and large bursts, the log keeps
              only a summary.
            </p>
          ) : (
            <Contents contents={contents} />
          )}
          {config && <CodeBlock title="curl" code={requestAsCurl(entry, contents, config.serverUrl)} />}
        </div>
      )}
    </Loaded>
  );
}

function Facts({ entry, endpointId }: { entry: RequestEntry; endpointId: string | null }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-2.5 text-sm">
      <FactLine name="Status">
        <StatusBadge status={entry.status} />
      </FactLine>
      <FactLine name="Time">
        {formatInstant(entry.at)} (<RelativeTime at={entry.at} />)
      </FactLine>
      <FactLine name="Route">
        <code className="text-xs wrap-anywhere">{entry.path}</code>
      </FactLine>
      <FactLine name="Duration">{entry.durationMs.toFixed(1)} ms</FactLine>
      <FactLine name="Key">{entry.key === null ? "none" : <code className="text-xs">…{entry.key}</code>}</FactLine>
      {entry.errorCode !== null && (
        <FactLine name="Error">
          <Link to={`/docs/errors/${entry.errorCode}`} className="link font-mono text-xs wrap-anywhere">
            {entry.errorCode}
          </Link>
        </FactLine>
      )}
      <FactLine name="Request ID">
        <span className="flex items-center gap-1">
          <code className="text-xs wrap-anywhere">{entry.id}</code>
          <CopyButton name="Copy request ID" text={entry.id} />
        </span>
      </FactLine>
      <FactLine name="Docs">
        <Link
          to={`/docs/api-reference/rest-api-endpoints${endpointId === null ? "" : `#${endpointId}`}`}
          className="link"
        >
          {endpointId === null ? "REST API reference" : "API reference"}
        </Link>
      </FactLine>
    </dl>
  );
}

function Contents({ contents: { url, headers, body, answer } }: { contents: RequestContents }) {
  const parameters = [...new URLSearchParams(url.slice(url.indexOf("?") + 1 || url.length))];
  return (
    <>
      <PanelSection title="Query">
        {parameters.length === 0 ? <None>No query.</None> : <NamedValues values={parameters} />}
      </PanelSection>
      <PanelSection title="Headers">
        <NamedValues values={headers.map(({ name, value }) => [name, value] as const)} />
      </PanelSection>
      <PanelSection title="Body">
        <Sent sent={body} none="No body." />
      </PanelSection>
      <PanelSection title="Response">
        <Sent sent={answer} none="No body." />
      </PanelSection>
      <p className="text-sm text-muted">Keys, tokens and cookies are removed before a request is stored.</p>
    </>
  );
}

function Sent({ sent, none }: { sent: SentText | null; none: string }) {
  if (sent === null) return <None>{none}</None>;
  if (sent.text === null) return <None>{formatBytes(sent.bytes)} of binary data.</None>;
  const title = sent.isCut ? `Start of ${formatBytes(sent.bytes)}` : formatBytes(sent.bytes);
  return <CodeBlock title={title} code={indented(sent.text)} className="[&_pre]:max-h-80" />;
}

function None({ children }: { children: ReactNode }) {
  return <p className="text-sm text-muted">{children}</p>;
}
