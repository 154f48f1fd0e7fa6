import { useQuery } from "@tanstack/react-query";
import type { RequestContents, RequestEntry, SentText } from "@weft/protocol";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { request } from "../../../api/request.ts";
import { useSiteConfig } from "../../../api/use-site-config.ts";
import { formatBytes } from "../../../formats/bytes.ts";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Drawer } from "../../../ui/drawer.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import { useProject } from "../shared/project-context.ts";
import { indented } from "./indented.ts";
import { requestAsCurl } from "./request-as-curl.ts";
import { StatusBadge } from "./status-badge.tsx";

/** A request with all that is kept of it. */
export function RequestPanel({ id, onClose }: { id: string | null; onClose: () => void }) {
  return (
    <Drawer side="right" title="Request" open={id !== null} onOpenChange={(open) => !open && onClose()}>
      {id !== null && <RequestDetails key={id} id={id} />}
    </Drawer>
  );
}

function RequestDetails({ id }: { id: string }) {
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
    <Loaded query={query} missing={<p className="text-sm text-muted">This request is no longer kept.</p>}>
      {({ entry, endpointId, contents }) => (
        <div className="flex flex-col gap-6">
          <p className="font-mono text-sm break-all">
            {entry.method} {entry.path}
          </p>
          <Facts entry={entry} endpointId={endpointId} />
          {contents === null ? (
            <p className="text-sm text-muted">
              What was in this request is not kept: of many calls at once, and of older ones, only the line of the log
              is.
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
      <Line name="Status">
        <StatusBadge status={entry.status} />
      </Line>
      <Line name="Time">
        <RelativeTime at={entry.at} />
      </Line>
      <Line name="Took">{entry.durationMs.toFixed(1)} ms</Line>
      <Line name="Key">{entry.key === null ? "none" : <code className="text-xs">…{entry.key}</code>}</Line>
      {entry.errorCode !== null && (
        <Line name="Error">
          <Link to={`/docs/errors/${entry.errorCode}`} className="link font-mono text-xs break-all">
            {entry.errorCode}
          </Link>
        </Line>
      )}
      <Line name="Request id">
        <span className="flex items-center gap-1">
          <code className="text-xs break-all">{entry.id}</code>
          <CopyButton name="Copy request id" text={entry.id} />
        </span>
      </Line>
      <Line name="Docs">
        <Link
          to={`/docs/api-reference/rest-api-endpoints${endpointId === null ? "" : `#${endpointId}`}`}
          className="link"
        >
          {endpointId === null ? "The REST API" : "This call in the reference"}
        </Link>
      </Line>
    </dl>
  );
}

function Contents({ contents: { url, headers, body, answer } }: { contents: RequestContents }) {
  const parameters = [...new URLSearchParams(url.slice(url.indexOf("?") + 1 || url.length))];
  return (
    <>
      <Section title="Query">
        {parameters.length === 0 ? <None>No query.</None> : <Values values={parameters} />}
      </Section>
      <Section title="Headers">
        <Values values={headers.map(({ name, value }) => [name, value] as const)} />
      </Section>
      <Section title="Body">
        <Sent sent={body} none="No body." />
      </Section>
      <Section title="Response">
        <Sent sent={answer} none="No body." />
      </Section>
      <p className="text-sm text-muted">Keys, tokens and cookies are removed before a request is kept.</p>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h3 className="text-base">{title}</h3>
      {children}
    </section>
  );
}

function Values({ values }: { values: readonly (readonly [string, string])[] }) {
  return (
    <dl className="flex flex-col gap-1.5 font-mono text-xs">
      {values.map(([name, value], index) => (
        <div key={`${name} ${index}`} className="grid grid-cols-[minmax(6rem,10rem)_minmax(0,1fr)] gap-3">
          <dt className="break-all text-faint">{name}</dt>
          <dd className="break-all">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Sent({ sent, none }: { sent: SentText | null; none: string }) {
  if (sent === null) return <None>{none}</None>;
  if (sent.text === null) return <None>{formatBytes(sent.bytes)} that are no text.</None>;
  const title = sent.isCut ? `The beginning of ${formatBytes(sent.bytes)}` : formatBytes(sent.bytes);
  return <CodeBlock title={title} code={indented(sent.text)} className="[&_pre]:max-h-80" />;
}

function None({ children }: { children: ReactNode }) {
  return <p className="text-sm text-muted">{children}</p>;
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
