import { clsx } from "clsx";
import { useEffect, useState } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { SkeletonLines } from "../ui/skeleton-lines.tsx";
import type { Example } from "./catalogue.ts";
import type { SourceFile } from "./source-file.ts";
import { usePageSearch } from "../ui/use-page-search.ts";

type Sources =
  | { readonly kind: "loading" }
  | { readonly kind: "failed" }
  | { readonly kind: "shown"; readonly files: readonly SourceFile[] };

/** The files of an example, one at a time, the one that is shown in the address; at first the one that holds the idea. */
export function SourceBrowser({ example }: { example: Example }) {
  const [sources, setSources] = useState<Sources>({ kind: "loading" });
  const [attempt, setAttempt] = useState(0);
  const [search, setSearch] = usePageSearch();
  const chosen = search.get("file") ?? `src/${example.reading[0].file}`;
  const choose = (name: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set("file", name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );

  useEffect(() => {
    const leaving = new AbortController();
    setSources({ kind: "loading" });
    const read = async () => {
      const next = await readSources(example.name, leaving.signal);
      if (!leaving.signal.aborted) setSources(next);
    };
    void read();
    return () => leaving.abort();
  }, [example.name, attempt]);

  if (sources.kind === "loading") return <SkeletonLines lines={12} />;
  if (sources.kind === "failed") return <ErrorState onRetry={() => setAttempt((before) => before + 1)} />;
  const shown = sources.files.find(({ name }) => name === chosen) ?? sources.files[0];
  return (
    <div className="grid overflow-hidden rounded-lg border border-line bg-surface lg:grid-cols-[15rem_minmax(0,1fr)]">
      <ul
        aria-label="Files"
        className="flex gap-1 overflow-x-auto border-b border-line p-2 lg:max-h-144 lg:flex-col lg:overflow-y-auto lg:border-r lg:border-b-0"
      >
        {sources.files.map(({ name }) => (
          <li key={name}>
            <button
              type="button"
              aria-current={name === shown?.name ? "true" : undefined}
              onClick={() => choose(name)}
              className={clsx(
                "w-full rounded-sm px-2.5 py-1.5 text-left font-mono text-xs whitespace-nowrap",
                name === shown?.name ? "bg-accent-soft text-accent" : "text-muted hover:bg-hover hover:text-ink",
              )}
            >
              {name.replace(/^src\//u, "")}
            </button>
          </li>
        ))}
      </ul>
      {shown === undefined ? null : (
        <section aria-label={shown.name} className="min-w-0">
          <div className="flex h-10 items-center justify-between border-b border-line pr-1 pl-4">
            <span className="truncate font-mono text-xs text-muted">{`examples/${example.name}/${shown.name}`}</span>
            <CopyButton text={shown.text} name="Copy file" />
          </div>
          <pre tabIndex={0} className="max-h-132 overflow-auto p-4 text-[0.8125rem] leading-6 -outline-offset-2">
            {/* Coloured by the build, from files of this repository. */}
            <code className="code-colours" dangerouslySetInnerHTML={{ __html: shown.html }} />
          </pre>
        </section>
      )}
    </div>
  );
}

async function readSources(name: string, signal: AbortSignal): Promise<Sources> {
  try {
    const response = await fetch(`/examples/${name}/sources.json`, { signal });
    if (!response.ok) return { kind: "failed" };
    return { kind: "shown", files: (await response.json()) as readonly SourceFile[] };
  } catch {
    return { kind: "failed" };
  }
}
