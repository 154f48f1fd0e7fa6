/** Where readers can check a claim about Weft. */
export type Proof =
  /** A page of the documentation, with its anchor: `/docs/platform/webhooks#signatures`. */
  | { readonly page: string; readonly label: string }
  /** A promise of `docs/promises.md`, by its number. */
  | { readonly promise: string }
  /** A file of the repository, usually a test. */
  | { readonly file: string }
  /** A scenario of the bench, as `content/measured.json` holds it. */
  | { readonly bench: string };

/** A proof as the page shows it: a link, or a file whose link depends on the address of the repository. */
export type ShownProof =
  | { readonly kind: "page"; readonly label: string; readonly href: string }
  | { readonly kind: "file"; readonly label: string; readonly path: string };

export const docsPage = (page: string, label: string): Proof => ({ page, label });
export const promise = (number: string): Proof => ({ promise: number });
export const file = (path: string): Proof => ({ file: path });
export const bench = (scenario: string): Proof => ({ bench: scenario });
