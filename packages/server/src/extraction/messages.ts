// Messages between the main thread and the worker that reads what others have written.
import type { ExtractedText, SitemapEntries, TextKind, Unreadable } from "@weft/collab";

export type Extraction =
  | { readonly type: "text"; readonly kind: TextKind; readonly contentType?: string; readonly url?: string }
  | { readonly type: "sitemap" };

export interface ExtractionBounds {
  /** Characters of a text, and bytes of a sitemap after it was unpacked. */
  readonly text: number;
  readonly sitemap: number;
  /** Links of one page, and addresses of one sitemap. */
  readonly links: number;
}

export interface ExtractionCall {
  readonly work: Extraction;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly bounds: ExtractionBounds;
}
export type ExtractionAnswer = ExtractedText | SitemapEntries | Unreadable;
