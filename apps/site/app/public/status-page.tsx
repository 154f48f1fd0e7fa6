import { CircleCheck, CircleX } from "lucide-react";
import { useSiteConfig } from "../api/use-site-config.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { Page } from "../shell/page.tsx";
import { Card } from "../ui/card.tsx";
import { SkeletonLines } from "../ui/skeleton-lines.tsx";
import { PageHead } from "./page-head.tsx";
import { healthEveryMs, useHealth } from "./use-health.ts";
import type { Health } from "./use-health.ts";

export const meta = () =>
  pageMeta({ title: "Status", description: "Whether this server works, asked from your browser." });

const components: readonly { name: string; meaning: string; works: (health: Health) => boolean }[] = [
  { name: "Server", meaning: "The process runs and answers.", works: ({ live }) => live },
  {
    name: "Rooms and storage",
    meaning: "It takes connections, and its disk takes writes.",
    works: ({ ready }) => ready,
  },
];

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

/** Health of this server, as seen from the visitor's browser. */
export default function StatusPage() {
  const { data: health } = useHealth();
  const { data: config } = useSiteConfig();
  return (
    <Page>
      <div className="page flex flex-col gap-10 py-16">
        <PageHead title="Status">
          <p role="status">{health ? summary(health) : "Asking the server…"}</p>
        </PageHead>
        <Card className="max-w-3xl p-0!">
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
                      {good ? "Works" : "Does not answer"}
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
        <dl className="grid max-w-3xl gap-6 text-sm sm:grid-cols-3">
          <div>
            <dt className="text-muted">Last asked</dt>
            <dd className="font-medium tabular-nums">{health ? clock.format(health.at) : "–"}</dd>
          </div>
          <div>
            <dt className="text-muted">Answered in</dt>
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
          Your browser asks every {healthEveryMs / 1_000} seconds while this page is open. The server keeps no history
          of its own; its operator can read one from its metrics.
        </p>
      </div>
    </Page>
  );
}

function summary({ live, ready }: Health): string {
  if (ready) return "Everything works.";
  return live ? "The server answers, but takes no work at the moment." : "The server does not answer.";
}
