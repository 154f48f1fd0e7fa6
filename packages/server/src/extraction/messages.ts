// Messages between the main thread and the worker that reads what others have written.
import type { ExtractedText, ExtractionOptions, PassageRecord, SitemapEntries, Unreadable } from "@weft/collab";
import type { Limits } from "@weft/protocol";

export type Extraction = { readonly type: "text"; readonly options: ExtractionOptions } | { readonly type: "sitemap" };

export interface ExtractionBounds {
  /** Characters of a text, and bytes of a sitemap after it was unpacked. */
  readonly text: number;
  readonly sitemap: number;
  /** Links of one page, and addresses of one sitemap. */
  readonly links: number;
  /** Bytes of the parts of a Word document after they were unpacked. */
  readonly unpacked: number;
  readonly passages: Pick<Limits, "knowledgePassageLength" | "knowledgePassageOverlap" | "knowledgePassagesPerSource">;
}

/** What was read of a page or file, before it is divided into passages. */
export type ReadText = Omit<ExtractedText, "passages">;

export type ExtractionCall =
  | {
      readonly type: "read";
      readonly work: Extraction;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly bounds: ExtractionBounds;
    }
  /** Asks for the next passages of the last text: all of them in one message would hold the main thread. */
  | { readonly type: "next" };

export type ExtractionAnswer =
  | (ReadText & { readonly passages: number })
  | SitemapEntries
  | Unreadable
  | { readonly kind: "passages"; readonly passages: readonly PassageRecord[] };
