import type { ReactNode } from "react";
import { Link } from "react-router";
import { countOf, formatCount } from "../../../formats/count.ts";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { NodePackage } from "../shared/node-package.tsx";
import { SecretSection } from "./secret-section.tsx";
import { failureRateText, successRateText } from "./delivery-rates.ts";
import { FiguresSection } from "./figures-section.tsx";
import { useWebhook } from "./use-webhook.ts";
import { verifySnippet } from "./verify-snippet.ts";
import { WebhookState } from "./webhook-state.tsx";

/** An endpoint at a glance, its secret, and how its requests are verified. */
export function OverviewTab() {
  const webhook = useWebhook();
  const headers = Object.keys(webhook.additionalHeaders).length;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-5">
        <section aria-label="Details" className="rounded-lg border border-line bg-surface">
          <dl className="grid grid-cols-2 gap-x-6 gap-y-4 p-5 text-sm">
            <Fact name="Status">
              <WebhookState webhook={webhook} />
            </Fact>
            <Fact name="Success rate (24 h)">{successRateText(webhook.lastDay)}</Fact>
            <Fact name="Failure rate (24 h)">
              <Link to="?tab=deliveries&state=failed" className="link">
                {failureRateText(webhook.lastDay)}
              </Link>
            </Fact>
            <Fact name="Retrying">
              <Link to="?tab=deliveries&state=waiting" className="link">
                {formatCount(webhook.lastDay.retrying)}
              </Link>
            </Fact>
            <Fact name="Last event">
              {webhook.lastEventAt === null ? "Never" : <RelativeTime at={webhook.lastEventAt} />}
            </Fact>
            <Fact name="Created">
              <RelativeTime at={webhook.createdAt} />
            </Fact>
            <Fact name="Rate limit">
              {webhook.rateLimit === null ? "None" : `${formatCount(webhook.rateLimit)} per second`}
            </Fact>
            <Fact name="Additional headers">{headers === 0 ? "None" : countOf(headers, "header")}</Fact>
          </dl>
        </section>
        <section aria-labelledby="subscribed" className="rounded-lg border border-line bg-surface p-5">
          <div className="mb-3 flex items-center justify-between gap-4">
            <h2 id="subscribed" className="text-base">
              Events
            </h2>
            <Link to="?tab=settings" className="link text-sm">
              Change
            </Link>
          </div>
          <ul className="flex flex-wrap gap-1.5">
            {webhook.subscribedEvents.map((type) => (
              <li key={type} className="rounded-sm border border-line bg-sunken px-1.5 py-0.5">
                <code className="text-xs">{type}</code>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <SecretSection />
        <section aria-labelledby="verify" className="flex min-w-0 flex-col gap-3">
          <div className="flex items-center justify-between gap-4">
            <h2 id="verify" className="text-base">
              Verify requests
            </h2>
            <Link to="/docs/platform/webhooks#verify-a-request" className="link text-sm">
              View docs
            </Link>
          </div>
          <NodePackage />
          <CodeBlock title={verifySnippet.file} code={verifySnippet.code} />
        </section>
      </div>
      <FiguresSection />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="min-w-0 truncate">{children}</dd>
    </div>
  );
}
