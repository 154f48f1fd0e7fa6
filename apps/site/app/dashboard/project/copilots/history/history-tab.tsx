import { useQuery } from "@tanstack/react-query";
import { limits } from "@weft/protocol/limits";
import { clsx } from "clsx";
import { Suspense } from "react";
import { Badge } from "../../../../ui/badge.tsx";
import { lazyPart } from "../../../../ui/lazy-part.tsx";
import { formatRelative } from "../../../../ui/relative.ts";
import { SkeletonLines } from "../../../../ui/skeleton-lines.tsx";
import { Loaded } from "../../../shared/loaded.tsx";
import { useFilters } from "../../../shared/use-filters.ts";
import { useProject } from "../../shared/project-context.ts";
import { versionsQuery } from "../copilot-queries.ts";
import type { CopilotBody } from "../copilot-queries.ts";
import { versionAuthor, versionChanges } from "./version-author.ts";

// Fetched with the first comparison.
const VersionDifference = lazyPart(() =>
  import("./version-difference.tsx").then((m) => ({ default: m.VersionDifference })),
);

/** The saved versions of a copilot, each with what differs from the saved configuration. */
export function HistoryTab({ copilot }: { copilot: CopilotBody }) {
  const { project } = useProject();
  const versions = useQuery(versionsQuery(project.id, copilot.id));
  const filters = useFilters(["version"]);
  return (
    <Loaded query={versions}>
      {({ versions: list }) => {
        const shown = list.find(({ version }) => String(version) === filters.values.version) ?? list[1] ?? list[0]!;
        return (
          <div className="grid items-start gap-5 lg:grid-cols-[18rem_minmax(0,1fr)]">
            <section aria-labelledby="versions" className="flex min-w-0 flex-col gap-3">
              <h2 id="versions" className="text-lg">
                Versions
              </h2>
              <ol className="flex max-h-[60dvh] flex-col divide-y divide-line overflow-y-auto rounded-lg border border-line bg-surface">
                {list.map((version, index) => (
                  <li key={version.version}>
                    <button
                      type="button"
                      aria-current={version === shown ? "true" : undefined}
                      className={clsx(
                        "flex w-full flex-col gap-0.5 px-4 py-3 text-left text-sm -outline-offset-2 hover:bg-raised",
                        version === shown && "bg-raised",
                      )}
                      onClick={() => filters.set({ version: String(version.version) })}
                    >
                      <span className="flex items-center justify-between gap-2">
                        <time dateTime={version.createdAt} title={new Date(version.createdAt).toString()}>
                          {formatRelative(new Date(version.createdAt).getTime(), Date.now())}
                        </time>
                        {index === 0 && <Badge tone="success">Current</Badge>}
                      </span>
                      <span className="wrap-anywhere">{versionChanges(version)}</span>
                      <span className="text-xs text-muted wrap-anywhere">{versionAuthor(version)}</span>
                    </button>
                  </li>
                ))}
              </ol>
              <p className="text-xs text-muted">
                The newest {limits.copilotVersions} versions are kept. The name, the description and the key are not
                part of a version.
              </p>
            </section>
            <Suspense fallback={<SkeletonLines />}>
              <VersionDifference copilot={copilot} version={shown} isCurrent={shown === list[0]} />
            </Suspense>
          </div>
        );
      }}
    </Loaded>
  );
}
