import type { RequestEntry } from "@weft/protocol";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useSiteConfig } from "../../../api/use-site-config.ts";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Drawer } from "../../../ui/drawer.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { requestAsCurl } from "./request-as-curl.ts";
import { StatusBadge } from "./status-badge.tsx";

/** A request with all that is kept of it. */
export function RequestPanel({ entry, onClose }: { entry: RequestEntry | undefined; onClose: () => void }) {
  const { data: config } = useSiteConfig();
  return (
    <Drawer side="right" title="Request" open={entry !== undefined} onOpenChange={(open) => !open && onClose()}>
      {entry && (
        <div className="flex flex-col gap-6">
          <p className="font-mono text-sm break-all">
            {entry.method} {entry.path}
          </p>
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
          </dl>
          {config && <CodeBlock title="curl" code={requestAsCurl(entry, config.serverUrl)} />}
          <p className="text-sm text-muted">
            Headers and bodies are not kept.{" "}
            <Link to="/docs/api-reference/rest-api-endpoints" className="link">
              The REST API in the docs
            </Link>
          </p>
        </div>
      )}
    </Drawer>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
