import type { CopilotId, ProjectId } from "@weft/protocol";

/** A part of a page or file that a copilot knows. */
export interface Passage {
  /** The title of the page, or the name of the file. */
  readonly title: string;
  /** The headings above it, outermost first. */
  readonly headings: readonly string[];
  readonly text: string;
  /** The page, with the anchor of its heading. Files have none. */
  readonly url?: string;
}

/** Finds what a copilot knows. */
export interface KnowledgeSearch {
  /** Whether the copilot has a source to search. */
  knows(project: ProjectId, copilot: CopilotId): Promise<boolean>;
  /** The best passages for one to four queries about the same question, the best first. */
  search(project: ProjectId, copilot: CopilotId, queries: readonly string[]): Promise<readonly Passage[]>;
}
