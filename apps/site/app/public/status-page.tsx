import { CircleCheck, CircleX } from "lucide-react";
import { useSiteConfig } from "../api/use-site-config.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { Page } from "../shell/page.tsx";
import { Card } from "../ui/card.tsx";
import { SkeletonLines } from "../ui/skeleton-lines.tsx";
import { PageHead } from "./page-head.tsx";
import { StatusHistory } from "./status-history.tsx";
import { healthEveryMs, useHealth } from "./use-health.ts";
import type { Health } from "./use-health.ts";

export const meta = () => pageMeta({ title: "Status", description: "Current status and past uptime of this server." });

const components: readonly { name: string; meaning: string; works: (health: Health) => boolean }[] = [
  { name: "Server", meaning: "Answering requests", works: ({ live }) => live },
  { name: "Rooms and storage", meaning: "Accepting connections and writes", works: ({ ready }) => ready },
];

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

/** Health of this server, as seen from the visitor's browser, and its availability over time. */
export default function StatusPage() {
  const { data: health } = useHealth();
  const { data: config } = useSiteConfig();
  return (
    <Page>
      <div className="page flex flex-col gap-10 py-16">
        <PageHead title="Status">
          <p role="status">{health ? summary(health) : "Checking the server…"}</p>
        </PageHead>
        <Card className="p-0!">
          {health ? (
            <ul className="divide-y divide-line">
              {components.map(({ name, meaning, works }) => {
                const good = works(health);
                const Icon = good ? CircleCheck : CircleX;
                return (
                  <li key={name} className="flex items-center justify-between gap-6 px-6 py-5">
                    <span className="flex flex-col">
                      <span className="font-medium">{name}</span>
                      <span className="text-sm text-muted">{meaning}</span>
                    </span>
                    <span
                      className={`flex items-center gap-2 text-sm font-medium ${good ? "text-success" : "text-danger"}`}
                    >
                      <Icon className="size-4.5" aria-hidden />
                      {good ? "Operational" : "Unavailable"}
                    </span>
                  </li>
                );
              })}
            </ul>
          ) : (
            <div className="p-6">
              <SkeletonLines />
            </div>
          )}
        </Card>
        <StatusHistory />
        <dl className="grid max-w-3xl gap-6 text-sm sm:grid-cols-3">
          <div>
            <dt className="text-muted">Last checked</dt>
            <dd className="font-medium tabular-nums">{health ? clock.format(health.at) : "–"}</dd>
          </div>
          <div>
            <dt className="text-muted">Response time</dt>
            <dd className="font-medium tabular-nums">
              {health?.answeredInMs == null ? "–" : `${health.answeredInMs} ms`}
            </dd>
          </div>
          <div>
            <dt className="text-muted">Version</dt>
            <dd className="font-medium">{config?.serverVersion ?? "–"}</dd>
          </div>
        </dl>
        <p className="max-w-3xl text-sm text-muted">
          Your browser checks every {healthEveryMs / 1_000} seconds while this page is open.
        </p>
      </div>
    </Page>
  );
}

function summary({ live, ready }: Health): string {
  if (ready) return "All systems operational.";
  return live
    ? "The server is running, but rooms and storage are not fully available right now."
    : "The server isn't responding.";
}
