import type { KnowledgeLinkRecord, KnowledgeSourceRecord } from "@weft/collab";
import {
  createFileKnowledgeSource,
  createWebKnowledgeSource,
  deleteFileKnowledgeSource,
  deleteWebKnowledgeSource,
  getFileKnowledgeSourceMarkdown,
  getKnowledgeSource,
  listKnowledgeSources,
  listWebKnowledgeSourceLinks,
  WeftError,
} from "@weft/protocol";
import type { CopilotId, KnowledgeSourceId, ProjectId } from "@weft/protocol";
import { implement, routes } from "./route.ts";

interface OfCopilot {
  readonly project: { readonly id: ProjectId };
  readonly path: { readonly copilotId: CopilotId };
}
interface OfSource extends OfCopilot {
  readonly path: OfCopilot["path"] & { readonly knowledgeSourceId: KnowledgeSourceId };
}
const ownerOf = ({ project, path }: OfCopilot) => ({ project: project.id, copilot: path.copilotId });
const addressOf = (call: OfSource) => ({ ...ownerOf(call), source: call.path.knowledgeSourceId });

export const knowledgeRoutes = routes(
  implement(listKnowledgeSources, async (call, { knowledge }) => {
    const { data, nextCursor } = await knowledge.list(ownerOf(call), call.query);
    return { data: data.map(describeSource), nextCursor };
  }),
  implement(getKnowledgeSource, async (call, { knowledge }) => describeSource(await knowledge.get(addressOf(call)))),
  implement(createWebKnowledgeSource, async (call, { knowledge }) => {
    const { copilotId, ...web } = call.body;
    if (copilotId !== call.path.copilotId)
      throw new WeftError("UNPROCESSABLE_ENTITY", {
        message: "Value at key 'copilotId': must be the copilot of the path.",
      });
    return { id: await knowledge.addWeb(ownerOf(call), web) };
  }),
  implement(createFileKnowledgeSource, async (call, { knowledge }) => {
    const { path, body, mediaType } = call;
    return { id: await knowledge.putFile(ownerOf(call), { name: path.name, bytes: body, type: mediaType }) };
  }),
  implement(getFileKnowledgeSourceMarkdown, async (call, { knowledge }) => {
    return { id: call.path.knowledgeSourceId, content: await knowledge.fileText(addressOf(call)) };
  }),
  implement(deleteFileKnowledgeSource, (call, { knowledge }) => knowledge.deleteFile(addressOf(call))),
  implement(deleteWebKnowledgeSource, (call, { knowledge }) => knowledge.deleteWeb(addressOf(call))),
  implement(listWebKnowledgeSourceLinks, async (call, { knowledge }) => {
    const { data, nextCursor } = await knowledge.links(addressOf(call), call.query);
    return { data: data.map(describeLink), nextCursor };
  }),
);

const instantOf = (at: number) => new Date(at).toISOString();

/** A knowledge source as REST shows it. */
function describeSource({ id, origin, status, error, createdAt, updatedAt, indexedAt }: KnowledgeSourceRecord) {
  const common = {
    id,
    createdAt: instantOf(createdAt),
    updatedAt: instantOf(updatedAt),
    lastIndexedAt: instantOf(indexedAt ?? createdAt),
    status,
    ...(status === "error" && { errorMessage: error }),
  };
  if (origin.kind === "web") {
    const { url, type } = origin;
    return { type: "ai-knowledge-web-source", ...common, link: { url, type } } as const;
  }
  const { name } = origin;
  const mimeType = origin.mimeType.split(";", 1)[0]!;
  return { type: "ai-knowledge-file-source", ...common, file: { name, mimeType } } as const;
}

function describeLink({ id, url, status, createdAt, indexedAt }: KnowledgeLinkRecord) {
  return { id, url, status, createdAt: instantOf(createdAt), lastIndexedAt: instantOf(indexedAt ?? createdAt) };
}
