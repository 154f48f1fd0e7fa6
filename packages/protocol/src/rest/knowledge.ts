/** What copilots know: web pages and files, in passages that are searched when a copilot answers. */
import { z } from "zod";
import { bytes, endpoint, integer } from "../endpoint.ts";
import { CopilotId, KnowledgeSourceId } from "../ids.ts";
import { limits } from "../limits.ts";
import { StorableText } from "../storable.ts";

const tag = "AI knowledge";
const instant = z.iso.datetime();
const ofCopilot = { copilotId: CopilotId };
const ofSource = { ...ofCopilot, knowledgeSourceId: KnowledgeSourceId };
const missing = { errors: ["RESOURCE_NOT_FOUND"] } as const;

export const knowledgeStatuses = ["ingesting", "ready", "error"] as const;
export const KnowledgeStatus = z.enum(knowledgeStatuses);
export type KnowledgeStatus = z.output<typeof KnowledgeStatus>;

export const WebKnowledgeType = z.enum(["individual_link", "crawl", "sitemap"]);
export type WebKnowledgeType = z.output<typeof WebKnowledgeType>;

const source = {
  id: KnowledgeSourceId,
  createdAt: instant,
  updatedAt: instant,
  lastIndexedAt: instant.meta({ description: "The creation time until the source is first indexed." }),
  status: KnowledgeStatus,
  errorMessage: z.string().optional().meta({ description: "Only for the status `error`." }),
};

export const WebKnowledgeSource = z
  .strictObject({
    type: z.literal("ai-knowledge-web-source"),
    ...source,
    link: z.strictObject({ url: z.string(), type: WebKnowledgeType }),
  })
  .meta({ id: "WebKnowledgeSource" });

export const FileKnowledgeSource = z
  .strictObject({
    type: z.literal("ai-knowledge-file-source"),
    ...source,
    file: z.strictObject({ name: z.string(), mimeType: z.string() }),
  })
  .meta({ id: "FileKnowledgeSource" });

export const KnowledgeSource = z.discriminatedUnion("type", [WebKnowledgeSource, FileKnowledgeSource]);
export type KnowledgeSource = z.output<typeof KnowledgeSource>;

export const KnowledgeLink = z
  .strictObject({
    id: z.string(),
    url: z.string(),
    status: KnowledgeStatus,
    createdAt: instant,
    lastIndexedAt: instant,
  })
  .meta({ id: "KnowledgeLink", description: "A page of a web source." });
export type KnowledgeLink = z.output<typeof KnowledgeLink>;

const created = z.strictObject({ id: KnowledgeSourceId });

const page = (of: string) =>
  z.object({
    limit: integer({ min: 1, max: limits.pageSizeMax, default: limits.pageSize, description: `${of} per page.` }),
    startingAfter: z.string().optional().meta({ description: "The `nextCursor` of the previous page." }),
  });
const nextCursor = z.string().nullable().meta({ description: "Null on the last page." });

export const listKnowledgeSources = endpoint({
  id: "list-knowledge-sources",
  route: "GET /v2/ai/copilots/{copilotId}/knowledge",
  tag,
  summary: "List knowledge sources",
  auth: "secret",
  path: z.object(ofCopilot),
  query: page("Knowledge sources"),
  returns: z.strictObject({ data: z.array(KnowledgeSource), nextCursor }),
  ...missing,
});

export const getKnowledgeSource = endpoint({
  id: "get-knowledge-source",
  route: "GET /v2/ai/copilots/{copilotId}/knowledge/{knowledgeSourceId}",
  tag,
  summary: "Get knowledge source",
  auth: "secret",
  path: z.object(ofSource),
  returns: KnowledgeSource,
  ...missing,
});

export const WebKnowledgeDraft = z
  .object({
    copilotId: CopilotId.meta({ description: "The same as in the path." }),
    url: z.url({ protocol: /^https?$/ }).max(limits.urlLength),
    type: WebKnowledgeType.meta({
      description:
        "`individual_link`: only this page. `crawl`: this page and the linked pages below its URL. `sitemap`: the pages of a sitemap.",
    }),
  })
  .meta({ id: "WebKnowledgeDraft" });

export const createWebKnowledgeSource = endpoint({
  id: "create-web-knowledge-source",
  route: "POST /v2/ai/copilots/{copilotId}/knowledge/web",
  tag,
  summary: "Create web knowledge source",
  description:
    "Returns immediately. The pages are read in the background. The server setting `WEFT_OUTBOUND` controls which addresses can be read.",
  auth: "secret",
  path: z.object(ofCopilot),
  body: WebKnowledgeDraft,
  returns: created,
  errors: ["RESOURCE_NOT_FOUND", "PROJECT_FULL"],
});

export const createFileKnowledgeSource = endpoint({
  id: "create-file-knowledge-source",
  route: "PUT /v2/ai/copilots/{copilotId}/knowledge/file/{name}",
  tag,
  summary: "Create file knowledge source",
  description:
    "The body is the file. Text, Markdown, HTML, PDF and Word documents are read in the background. A file with an existing name replaces that file and keeps its id.",
  auth: "secret",
  path: z.object({ ...ofCopilot, name: StorableText.min(1).max(limits.knowledgeFileNameLength) }),
  body: bytes("The file."),
  bodyLimit: "knowledgeFile",
  returns: created,
  errors: ["RESOURCE_NOT_FOUND", "PROJECT_FULL", "UNSUPPORTED_MEDIA_TYPE"],
});

export const getFileKnowledgeSourceMarkdown = endpoint({
  id: "get-file-knowledge-source-markdown",
  route: "GET /v2/ai/copilots/{copilotId}/knowledge/file/{knowledgeSourceId}",
  tag,
  summary: "Get Markdown of a file knowledge source",
  description: "Empty while the file is being read.",
  auth: "secret",
  path: z.object(ofSource),
  returns: z.strictObject({ id: KnowledgeSourceId, content: z.string() }),
  ...missing,
});

export const deleteFileKnowledgeSource = endpoint({
  id: "delete-file-knowledge-source",
  route: "DELETE /v2/ai/copilots/{copilotId}/knowledge/file/{knowledgeSourceId}",
  tag,
  summary: "Delete file knowledge source",
  auth: "secret",
  path: z.object(ofSource),
  returns: { empty: true },
  status: 204,
  ...missing,
});

export const deleteWebKnowledgeSource = endpoint({
  id: "delete-web-knowledge-source",
  route: "DELETE /v2/ai/copilots/{copilotId}/knowledge/web/{knowledgeSourceId}",
  tag,
  summary: "Delete web knowledge source",
  auth: "secret",
  path: z.object(ofSource),
  returns: { empty: true },
  status: 204,
  ...missing,
});

export const listWebKnowledgeSourceLinks = endpoint({
  id: "list-web-knowledge-source-links",
  route: "GET /v2/ai/copilots/{copilotId}/knowledge/web/{knowledgeSourceId}/links",
  tag,
  summary: "List links of a web knowledge source",
  auth: "secret",
  path: z.object(ofSource),
  query: page("Pages"),
  returns: z.strictObject({ data: z.array(KnowledgeLink), nextCursor }),
  ...missing,
});

export const knowledgeEndpoints = [
  listKnowledgeSources,
  getKnowledgeSource,
  createWebKnowledgeSource,
  createFileKnowledgeSource,
  getFileKnowledgeSourceMarkdown,
  deleteFileKnowledgeSource,
  deleteWebKnowledgeSource,
  listWebKnowledgeSourceLinks,
] as const;
