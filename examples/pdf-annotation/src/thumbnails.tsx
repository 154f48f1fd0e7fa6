import type { PDFPageProxy } from "pdfjs-dist";
import { PageCanvas } from "./page-canvas.tsx";
import type { PlacedThread } from "./sheet-of-paper.tsx";
import type { Reader } from "./use-readers.ts";

interface ThumbnailsProps {
  readonly pages: readonly PDFPageProxy[];
  /** The number of the page on screen. */
  readonly current: number;
  readonly readers: readonly Reader[];
  /** The open threads. */
  readonly threads: readonly PlacedThread[];
}

const width = 104;

/** The pages, with the users who are reading them and the number of their open threads. */
export function Thumbnails({ pages, current, readers, threads }: ThumbnailsProps) {
  return (
    <nav className="thumbnails" aria-label="Pages">
      <ul>
        {pages.map((page, index) => {
          const number = index + 1;
          const here = readers.filter((reader) => reader.page === number);
          const count = threads.filter(({ spot }) => spot.page === number).length;
          const viewport = page.getViewport({ scale: 1 });
          return (
            <li key={number}>
              <a
                href={`#page-${number}`}
                aria-label={`Page ${number}, ${count === 1 ? "1 open thread" : `${count} open threads`}`}
                aria-current={number === current ? "page" : undefined}
                style={{ aspectRatio: `${viewport.width} / ${viewport.height}` }}
              >
                <PageCanvas page={page} width={width} />
                {count > 0 && <span className="thumbnail-count">{count}</span>}
              </a>
              <span className="thumbnail-readers" data-testid={`readers-${number}`}>
                {here.slice(0, 4).map(({ connectionId, name, color }) => (
                  <span key={connectionId} style={{ "--dye": color }} title={`${name} is reading this page`}>
                    {name[0]}
                  </span>
                ))}
              </span>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
