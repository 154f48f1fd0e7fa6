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
