/** What reading knowledge needs of the world outside. */
import type { PassageRecord } from "./knowledge-records.ts";

/** A request to an address that a user has named, through the client that checks where it leads. */
export interface PageRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly responseBytes: number;
  readonly redirects: number;
  readonly signal: AbortSignal;
}

export type PageOutcome =
  | {
      readonly kind: "answered";
      /** After redirects. */
      readonly url: string;
      readonly status: number;
      readonly headers: ReadonlyMap<string, string>;
      readonly body: Uint8Array;
      /** False if the body was cut at its bound, or ended early. */
      readonly complete: boolean;
    }
  /** The address may not be called. */
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "failed"; readonly reason: string; readonly message: string };

export type SendPageRequest = (request: PageRequest) => Promise<PageOutcome>;

/** A model that turns texts into vectors: the more similar two texts are in what they mean, the smaller is their angle. */
export interface Embeddings {
  /** Vectors of models with other names are not compared. */
  readonly model: string;
  /** One vector for each text, in their order, all of one length. Rejects with `ModelFailure`, or the signal's reason. */
  embed(
    texts: readonly string[],
    options: { readonly of: "passages" | "queries"; readonly signal: AbortSignal },
  ): Promise<{ readonly vectors: readonly (readonly number[])[]; readonly tokens: number }>;
}

/** What kinds of text are read; anything else is not. */
export type TextKind = "html" | "text" | "markdown" | "pdf" | "docx" | "image";

export interface ExtractedText {
  readonly kind: "read";
  /** Empty where the contents name none. */
  readonly title: string;
  readonly markdown: string;
  /** Of the Markdown: what is searched. */
  readonly passages: readonly PassageRecord[];
  /** Of pages: addresses that they link to, and name as their own, without those marked not to be followed. */
  readonly links: readonly string[];
  /** The page asks not to be found by searches. */
  readonly noIndex: boolean;
  /** Of pages: the address that takes their place at once, as a redirect does. */
  readonly refresh?: string | undefined;
}

export interface Unreadable {
  readonly kind: "unreadable";
  /** For users. */
  readonly message: string;
}

export interface SitemapEntries {
  readonly kind: "sitemap";
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
}

export interface ExtractionOptions {
  readonly kind: TextKind;
  /** `Content-Type`, as it was sent. */
  readonly type?: string;
  /** Of a page. */
  readonly url?: string;
  /** The title of passages. Defaults to the one that the contents name, or else to the address. */
  readonly title?: string;
  /** Passages at most. Defaults to the limit of a source. */
  readonly passages?: number;
}

/**
 * Reads what others have written, in bounded time and memory. Never rejects for anything that the bytes hold. All text that it
 * returns can be stored.
 */
export interface TextExtractor {
  /** What the bytes are; undefined if they are nothing that can be read. */
  kindOf(bytes: Uint8Array, hints: { readonly name?: string; readonly type?: string }): Promise<TextKind | undefined>;
  read(bytes: Uint8Array, options: ExtractionOptions): Promise<ExtractedText | Unreadable>;
  /**
   * A sitemap, an index of sitemaps, or a feed, which may be compressed, or cut: then what is there is read. Addresses may
   * be relative to that of the sitemap.
   */
  readSitemap(bytes: Uint8Array): Promise<SitemapEntries | Unreadable>;
}
