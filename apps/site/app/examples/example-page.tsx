import { ArrowLeft } from "lucide-react";
import { Link, useParams } from "react-router";
import NotFoundPage from "../shell/not-found-page.tsx";
import { pageMeta } from "../shell/page-meta.ts";
import { Page } from "../shell/page.tsx";
import { Badge } from "../ui/badge.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { UrlTabs } from "../ui/url-tabs.tsx";
import { findExample } from "./catalogue.ts";
import type { Example } from "./catalogue.ts";
import { LiveWindows } from "./live-windows.tsx";
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
    <Page className="page py-10 lg:py-14">
      <Link to="/examples" className="inline-flex items-center gap-1.5 text-sm text-muted hover:text-ink">
        <ArrowLeft aria-hidden className="size-4" />
        All examples
      </Link>
      <h1 className="mt-5 text-4xl">{example.title}</h1>
      <p className="mt-3 max-w-[60ch] text-lg text-muted">{example.line}</p>
      <p className="mt-5 flex flex-wrap gap-1.5">
        <Badge>{example.framework}</Badge>
        {example.library === undefined ? null : <Badge>{example.library}</Badge>}
        <Badge>{example.level}</Badge>
        {example.features.map((feature) => (
          <Badge key={feature} tone="accent">
            {feature}
          </Badge>
        ))}
      </p>
      <UrlTabs
        label="Show"
        className="mt-8"
        parameter="show"
        tabs={[
          { value: "preview", label: "Preview", content: <LiveWindows example={example} /> },
          { value: "code", label: "Code", content: <SourceBrowser example={example} /> },
        ]}
      />
      <div className="mt-14 grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <RunIt example={example} />
        <Related example={example} />
      </div>
    </Page>
  );
}

function RunIt({ example }: { example: Example }) {
  return (
    <section aria-labelledby="run">
      <h2 id="run" className="text-2xl">
        Run it yourself
      </h2>
      <p className="mt-3 max-w-[60ch] text-muted">
        The example lies in <code className="text-sm">examples/{example.name}</code> of the Weft repository. With a
        server running in another terminal, this starts it with hot reload and the server’s demo key:
      </p>
      <CodeBlock className="mt-4" title="Terminal" code={`npm run dev -w @weft/example-${example.name}`} />
      <p className="mt-4 max-w-[60ch] text-muted">
        A server at another address goes into <code className="text-sm">WEFT_URL</code>:
      </p>
      <CodeBlock
        className="mt-4"
        title="Terminal"
        code={`WEFT_URL=https://weft.example.com npm run dev -w @weft/example-${example.name}`}
      />
    </section>
  );
}

function Related({ example }: { example: Example }) {
  return (
    <section aria-labelledby="related">
      <h2 id="related" className="text-2xl">
        Read on
      </h2>
      <p className="mt-3 text-muted">
        Read <code className="text-sm">{example.readFirst}</code> first: it holds the idea.
      </p>
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
