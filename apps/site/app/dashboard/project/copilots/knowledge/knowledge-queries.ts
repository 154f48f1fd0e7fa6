import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { FileKnowledgeSource, KnowledgeLink, WebKnowledgeSource } from "@weft/protocol";
import type { z } from "zod";
import { request } from "../../../../api/request.ts";
import { filled } from "../../shared/filled.ts";
import { gateway } from "../../shared/gateway.ts";
import type { CursorPage } from "../../shared/room-body.ts";
import { copilotPath, copilotsKey } from "../copilot-queries.ts";

type OnWire<T> = Omit<T, "id"> & { readonly id: string };

/** A knowledge source as the REST API answers it. */
export type SourceBody = OnWire<z.output<typeof WebKnowledgeSource>> | OnWire<z.output<typeof FileKnowledgeSource>>;
export type WebSourceBody = Extract<SourceBody, { type: "ai-knowledge-web-source" }>;
export type FileSourceBody = Extract<SourceBody, { type: "ai-knowledge-file-source" }>;

/** While something is read in the background, it is asked for this often. */
const pollMs = 2_000;

export const knowledgeKey = (projectId: string, copilotId: string) =>
  [...copilotsKey(projectId), "knowledge", copilotId] as const;
export const knowledgePath = (copilotId: string) => `${copilotPath(copilotId)}/knowledge`;

export function sourcePath(copilotId: string, source: SourceBody): string {
  const kind = source.type === "ai-knowledge-web-source" ? "web" : "file";
  return `${knowledgePath(copilotId)}/${kind}/${encodeURIComponent(source.id)}`;
}

export function sourcesQuery(projectId: string, copilotId: string, cursor: string) {
  return queryOptions({
    queryKey: [...knowledgeKey(projectId, copilotId), "list", cursor],
    queryFn: ({ signal }) =>
      gateway<CursorPage<SourceBody>>(projectId, "GET", knowledgePath(copilotId), {
        query: filled({ startingAfter: cursor }),
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === "ingesting") === true ? pollMs : false,
  });
}

/** The pages of a web source. */
export function linksQuery(projectId: string, copilotId: string, source: WebSourceBody, cursor: string) {
  return queryOptions({
    queryKey: [...knowledgeKey(projectId, copilotId), "links", source.id, cursor],
    queryFn: ({ signal }) =>
      gateway<CursorPage<z.output<typeof KnowledgeLink>>>(projectId, "GET", `${sourcePath(copilotId, source)}/links`, {
        query: filled({ startingAfter: cursor }),
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: source.status === "ingesting" ? pollMs : false,
  });
}

/** The passages that a search of the knowledge finds. */
export function passagesQuery(projectId: string, copilotId: string, query: string) {
  return queryOptions({
    queryKey: [...knowledgeKey(projectId, copilotId), "passages", query],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/copilots/{copilotId}/passages", {
        path: { projectId, copilotId },
        query: { query },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** The text of a file. */
export function markdownQuery(projectId: string, copilotId: string, source: FileSourceBody) {
  return queryOptions({
    // Another version of the file has another text.
    queryKey: [...knowledgeKey(projectId, copilotId), "markdown", source.id, source.updatedAt, source.status],
    queryFn: ({ signal }) =>
      gateway<{ readonly content: string }>(projectId, "GET", sourcePath(copilotId, source), { signal }),
  });
}
