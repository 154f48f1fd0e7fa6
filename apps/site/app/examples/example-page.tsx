import { ArrowLeft } from "lucide-react";
import { Link, useParams } from "react-router";
import NotFoundPage from "../shell/not-found-page.tsx";
import { pageMeta } from "../shell/page-meta.ts";
import { Page } from "../shell/page.tsx";
import { Badge } from "../ui/badge.tsx";
import { UrlTabs } from "../ui/url-tabs.tsx";
import { findExample } from "./catalogue.ts";
import type { Example } from "./catalogue.ts";
import { LiveWindows } from "./live-windows.tsx";
import { RunIt } from "./run-it.tsx";
import { SourceBrowser } from "./source-browser.tsx";

export function meta({ params }: { params: { name?: string } }) {
  const example = findExample(params.name);
  if (example === undefined) return pageMeta({ title: "Not found", indexed: false });
  return pageMeta({ title: `${example.title} example`, description: example.line });
}

export default function ExamplePage() {
  const { name, variant } = useParams();
  const example = findExample(name);
  if (example === undefined || (variant !== undefined && variant !== example.framework.toLowerCase()))
    return <NotFoundPage />;
  return (
    <Page className="page py-6">
      <div data-wide-page className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <Link to="/examples" className="inline-flex items-center gap-1.5 text-sm text-muted hover:text-ink">
            <ArrowLeft aria-hidden className="size-4" />
            All examples
          </Link>
          <h1 className="mt-2 text-3xl">{example.title}</h1>
          <p className="mt-1 max-w-[70ch] text-muted">{example.line}</p>
        </div>
        <p className="flex flex-wrap gap-1.5">
          <Badge>{example.framework}</Badge>
          {example.library === undefined ? null : <Badge>{example.library}</Badge>}
          <Badge>{example.level}</Badge>
          {example.features.map((feature) => (
            <Badge key={feature} tone="accent">
              {feature}
            </Badge>
          ))}
        </p>
      </div>
      <div id="show" className="mt-4 scroll-mt-24">
        <UrlTabs
          label="Show"
          parameter="show"
          tabs={[
            { value: "preview", label: "Preview", content: <LiveWindows example={example} /> },
            { value: "code", label: "Code", content: <SourceBrowser example={example} /> },
          ]}
        />
      </div>
      <div className="mx-auto mt-12 grid max-w-[80rem] grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <RunIt example={example} />
        <div className="flex flex-col gap-10">
          <Reading example={example} />
          <Related example={example} />
        </div>
      </div>
    </Page>
  );
}

/** The way through the sources, file by file. */
function Reading({ example }: { example: Example }) {
  return (
    <section aria-labelledby="reading">
      <h2 id="reading" className="text-2xl">
        Key files
      </h2>
      <ol className="mt-4 flex flex-col gap-4">
        {example.reading.map(({ file, what }, index) => (
          <li key={file} className="flex gap-3">
            <span aria-hidden className="pt-0.5 font-mono text-xs text-accent tabular-nums">
              {String(index + 1).padStart(2, "0")}
            </span>
            <div className="min-w-0 text-sm">
              <Link className="link font-mono wrap-anywhere" to={`?show=code&file=src/${file}#show`}>
                {file}
              </Link>
              <p className="mt-0.5 text-muted">{what}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Related({ example }: { example: Example }) {
  return (
    <section aria-labelledby="related">
      <h2 id="related" className="text-2xl">
        Learn more
      </h2>
      <ul className="mt-4 space-y-2">
        {example.related.map(({ title, href }) => (
          <li key={href}>
            <Link className="link" to={href}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
