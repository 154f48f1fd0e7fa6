import { Tabs } from "../ui/tabs.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import type { CodeSample } from "./code-samples.ts";
import { SectionHeading } from "./section-heading.tsx";

/** The code it takes. */
export function CodeSection({ samples }: { samples: readonly CodeSample[] }) {
  return (
    <section aria-labelledby="code-title" className="border-y border-line bg-surface">
      <div className="page py-16 md:py-24">
        <SectionHeading id="code-title" title="The SDKs you know. One option more.">
          Use the official client packages as they are published. <code className="text-ink">baseUrl</code> names your
          server, and that is the whole migration.
        </SectionHeading>
        <Tabs
          label="What the code does"
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
                <div
                  // Made by the highlighter at build time, from files of this repository.
                  dangerouslySetInnerHTML={{ __html: html }}
                  className="min-h-112 [&_pre]:overflow-x-auto [&_pre]:bg-transparent! [&_pre]:p-5 [&_pre]:text-[0.8125rem] [&_pre]:leading-6"
                />
              </figure>
            ),
          }))}
        />
      </div>
    </section>
  );
}
