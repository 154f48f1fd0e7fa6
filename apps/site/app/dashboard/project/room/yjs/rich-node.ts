import type { Json } from "@weft/protocol";

/** What an editor keeps in a Yjs document, without Yjs: blocks, and runs of text in them. */
export type RichNode = RichBlock | RichRun;

export interface RichBlock {
  /** As the editor names it: `paragraph`, `bulletList`. */
  readonly tag: string;
  readonly attributes: Readonly<Record<string, Json | undefined>>;
  readonly children: readonly RichNode[];
}

export interface RichRun {
  readonly text: string;
  readonly marks: readonly string[];
}
