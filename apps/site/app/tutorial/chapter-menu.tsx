import { Check, ChevronDown } from "lucide-react";
import { clsx } from "clsx";
import { Link } from "react-router";
import type { PageLink } from "../docs/catalogue/page-frame.ts";
import { useDone } from "./use-done.ts";

export interface ChapterLink extends PageLink {
  readonly slug: string;
}

/** All chapters: where one is, and which are done. It unfolds without script. */
export function ChapterMenu({ slug, chapters }: { slug: string; chapters: readonly ChapterLink[] }) {
  const done = useDone();
  const at = chapters.findIndex((chapter) => chapter.slug === slug);
  return (
    <nav aria-label="Chapters">
      <details key={slug} className="group">
        <summary className="flex min-h-9 list-none items-center gap-2 rounded-md border border-line bg-surface px-3 text-sm [&::-webkit-details-marker]:hidden">
          <span className="font-medium">
            Chapter {at + 1} of {chapters.length}
          </span>
          <span className="text-muted">{done.length === 0 ? "All chapters" : `${done.length} done`}</span>
          <ChevronDown
            className="ml-auto size-4 text-faint transition-transform duration-(--quick) group-open:rotate-180"
            aria-hidden
          />
        </summary>
        <ol className="mt-1 rounded-md border border-line bg-surface p-1 text-sm">
          {chapters.map((chapter, index) => (
            <li key={chapter.slug}>
              <Link
                to={chapter.href}
                aria-current={chapter.slug === slug ? "page" : undefined}
                className="flex min-h-8 items-center gap-2 rounded-sm px-2 text-muted hover:bg-hover hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent"
              >
                <span className="w-5 text-right font-mono text-xs">{index + 1}</span>
                {chapter.title}
                {done.includes(chapter.slug) && (
                  <Check className="ml-auto size-4 text-success" role="img" aria-label="done" />
                )}
              </Link>
            </li>
          ))}
        </ol>
      </details>
      <div aria-hidden className="mt-2 flex gap-1">
        {chapters.map((chapter) => (
          <span
            key={chapter.slug}
            className={clsx(
              "h-1 flex-1 rounded-full",
              done.includes(chapter.slug) ? "bg-success-solid" : chapter.slug === slug ? "bg-accent-solid" : "bg-line",
            )}
          />
        ))}
      </div>
    </nav>
  );
}
