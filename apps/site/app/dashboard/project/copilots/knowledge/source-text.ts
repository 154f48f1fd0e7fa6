import type { WebKnowledgeType } from "@weft/protocol";
import type { SourceBody } from "./knowledge-queries.ts";

export const webTypeNames: Readonly<Record<WebKnowledgeType, string>> = {
  individual_link: "Web page",
  crawl: "Website",
  sitemap: "Sitemap",
};

export function sourceName(source: SourceBody): string {
  return source.type === "ai-knowledge-web-source" ? source.link.url : source.file.name;
}

export function sourceKind(source: SourceBody): string {
  return source.type === "ai-knowledge-web-source" ? webTypeNames[source.link.type] : "File";
}

/** A source that is being read, and a file that could not be read, are not read again. */
export function canReindex({ type, status }: SourceBody): boolean {
  return status === "ready" || (status === "error" && type === "ai-knowledge-web-source");
}
