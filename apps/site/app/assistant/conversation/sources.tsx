import type { AiSource } from "@weft/protocol";
import { Link } from "react-router";

/** The pages that an answer is based on. */
export function Sources({ sources }: { sources: readonly AiSource[] }) {
  const distinct = [...new Map(sources.map((source) => [source.url, source])).values()];
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-xs font-medium text-muted">Sources</p>
      <ul className="flex flex-wrap gap-1.5">
        {distinct.map(({ url, title }) => (
          <li key={url} className="max-w-full">
            <SourceLink url={url} title={title} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const look =
  "block max-w-full truncate rounded-sm border border-line bg-surface px-2 py-0.5 text-xs text-ink hover:bg-hover";

function SourceLink({ url, title }: { url: string; title: string }) {
  const target = URL.parse(url, location.origin);
  if (target === null || !/^https?:$/.test(target.protocol)) return <span className={look}>{title}</span>;
  if (target.origin === location.origin)
    return (
      <Link to={target.pathname + target.search + target.hash} className={look}>
        {title}
      </Link>
    );
  return (
    <a href={target.href} target="_blank" rel="noreferrer noopener" className={look}>
      {title || target.hostname}
    </a>
  );
}
