import { Link } from "react-router";
import { Tabs } from "../ui/tabs.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import type { CodeSample } from "./code-samples.server.ts";
import { SectionHeading } from "./section-heading.tsx";

/** The code it takes. */
export function CodeSection({ samples }: { samples: readonly CodeSample[] }) {
  return (
    <section aria-labelledby="code-title" className="border-y border-line bg-surface">
      <div className="page py-16 md:py-24">
        <SectionHeading id="code-title" title="The names you know, in packages of your own server.">
          Weft’s packages export the names of the Liveblocks packages. The official ones work, too: set{" "}
          <code className="text-ink">baseUrl</code> to your server.{" "}
          <Link to="/docs/concepts/coming-from-liveblocks" className="link">
            See what works
          </Link>
        </SectionHeading>
        <Tabs
          label="Code samples"
          className="mt-10"
          tabs={samples.map(({ id, label, file, code, html }) => ({
            value: id,
            label,
            content: (
              <figure className="overflow-hidden rounded-lg border border-line bg-sunken">
                <figcaption className="flex h-11 items-center justify-between border-b border-line pr-1.5 pl-5 font-mono text-xs text-muted">
                  {file}
                  <CopyButton text={code} name="Copy code" />
                </figcaption>
                <pre
                  tabIndex={0}
                  className="min-h-112 overflow-x-auto p-5 text-[0.8125rem] leading-6 -outline-offset-2"
                >
                  {/* Made by the highlighter at build time, from files of this repository. */}
                  <code className="code-colours" dangerouslySetInnerHTML={{ __html: html }} />
                </pre>
              </figure>
            ),
          }))}
        />
      </div>
    </section>
  );
}
