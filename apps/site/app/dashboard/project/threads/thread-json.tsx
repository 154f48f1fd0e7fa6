import { useState } from "react";
import { Link } from "react-router";
import { useSiteConfig } from "../../../api/use-site-config.ts";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { threadAsCurl } from "./thread-as-curl.ts";
import type { ThreadBody } from "./thread-bodies.ts";

const views = [
  { value: "response", label: "Response" },
  { value: "request", label: "Request" },
] as const;

/** A thread as the REST API returns it, and the call that does. */
export function ThreadJson({ thread }: { thread: ThreadBody }) {
  const { data: config } = useSiteConfig();
  const [view, setView] = useState<"response" | "request">("response");
  return (
    <section aria-labelledby="thread-json" className="min-w-0 rounded-lg border border-line bg-surface">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2 pr-3 pl-5">
        <h2 id="thread-json" className="text-base">
          REST API
        </h2>
        <SegmentedControl label="REST API" options={views} value={view} onValueChange={setView} />
      </div>
      <div className="flex flex-col gap-3 p-5">
        {view === "response" ? (
          <CodeBlock
            title={`${thread.id}.json`}
            language="json"
            code={JSON.stringify(thread, null, 2)}
            className="[&_pre]:max-h-96 [&_pre]:overflow-auto"
          />
        ) : (
          config && <CodeBlock title="Terminal" code={threadAsCurl(config.serverUrl, thread)} />
        )}
        <p className="text-sm text-muted">
          See{" "}
          <Link to="/docs/api-reference/rest-api-endpoints#get-thread" className="link">
            Get thread
          </Link>{" "}
          in the API reference.
        </p>
      </div>
    </section>
  );
}
