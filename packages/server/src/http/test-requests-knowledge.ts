/** Requests of the calls of knowledge: see `test-requests.ts`. For tests. */
import type { Knowledge } from "@weft/collab";
import type { CopilotId, ProjectId } from "@weft/protocol";
import type { Example } from "./test-request.ts";

export interface KnowledgeContext {
  readonly copilot: string;
  /** Ids of a web source and of a file of the copilot. */
  readonly knowledge: { readonly web: string; readonly file: string };
}

const url = "https://example.com/";

export async function prepareKnowledge(knowledge: Knowledge, project: ProjectId, copilot: string) {
  const owner = { project, copilot: copilot as CopilotId };
  return {
    web: await knowledge.addWeb(owner, { url, type: "individual_link" }),
    file: await knowledge.putFile(owner, { name: "notes.md", bytes: Buffer.from("# Notes") }),
  };
}

const ofCopilot = ({ copilot }: KnowledgeContext) => ({ copilotId: copilot });
const of =
  (kind: "web" | "file", query?: string) =>
  (context: KnowledgeContext): Example => ({
    path: { ...ofCopilot(context), knowledgeSourceId: context.knowledge[kind] },
    query,
  });

export const knowledgeExamples: readonly (readonly [string, (context: KnowledgeContext) => Example])[] = [
  ["list-knowledge-sources", (context) => ({ path: ofCopilot(context), query: "?limit=1" })],
  ["get-knowledge-source", of("web")],
  [
    "create-web-knowledge-source",
    (context) => ({ path: ofCopilot(context), body: { ...ofCopilot(context), url, type: "sitemap" } }),
  ],
  [
    "create-file-knowledge-source",
    (context) => ({
      path: { ...ofCopilot(context), name: "a b.txt" },
      body: Buffer.from("words"),
      type: "text/plain",
    }),
  ],
  ["get-file-knowledge-source-markdown", of("file")],
  ["delete-file-knowledge-source", of("file")],
  ["delete-web-knowledge-source", of("web")],
  ["list-web-knowledge-source-links", of("web", "?limit=1")],
];
