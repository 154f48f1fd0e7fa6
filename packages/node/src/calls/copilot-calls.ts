import type {
  AiCopilot,
  CreateAiCopilotOptions,
  CreateFileKnowledgeSourceOptions,
  CreateWebKnowledgeSourceOptions,
  GetKnowledgeSourcesOptions,
  GetWebKnowledgeSourceLinksOptions,
  CopilotKnowledgeSource,
  UpdateAiCopilotOptions,
  WebKnowledgeSourceLink,
} from "../types/copilots.ts";
import type { IterationOptions, RequestOptions } from "./calls.ts";
import { FeedCalls } from "./feed-calls.ts";
import { itemsOf } from "./pages.ts";
import type { ListPage, PaginationOptions } from "./pages.ts";
import { dated } from "./wire.ts";
import type { WireForm } from "./wire.ts";

interface OfSource {
  copilotId: string;
  knowledgeSourceId: string;
}

/** AI copilots, and what they know. */
export abstract class CopilotCalls extends FeedCalls {
  /** Lists copilots, newest first. */
  async getAiCopilots(
    { limit, startingAfter }: PaginationOptions = {},
    options?: RequestOptions,
  ): Promise<ListPage<AiCopilot>> {
    const query = { limit, startingAfter };
    const page: ListPage<WireForm<AiCopilot>> = await this.json("getAiCopilots", { query, ...options });
    return { ...page, data: page.data.map(copilotOf) };
  }

  /** Goes through copilots, newest first. */
  iterAiCopilots({ pageSize, ...options }: IterationOptions = {}) {
    return itemsOf((startingAfter) => this.getAiCopilots({ startingAfter, limit: pageSize }, options));
  }

  async createAiCopilot(params: CreateAiCopilotOptions, options?: RequestOptions): Promise<AiCopilot> {
    return copilotOf(await this.json("createAiCopilot", { body: params, ...options }));
  }

  async getAiCopilot(copilotId: string, options?: RequestOptions): Promise<AiCopilot> {
    return copilotOf(await this.json("getAiCopilot", { path: { copilotId }, ...options }));
  }

  async updateAiCopilot(
    copilotId: string,
    params: UpdateAiCopilotOptions,
    options?: RequestOptions,
  ): Promise<AiCopilot> {
    return copilotOf(await this.json("updateAiCopilot", { path: { copilotId }, body: params, ...options }));
  }

  /** Deletes a copilot with its knowledge. */
  deleteAiCopilot(copilotId: string, options?: RequestOptions): Promise<void> {
    return this.nothing("deleteAiCopilot", { path: { copilotId }, ...options });
  }

  /** Adds web pages to what a copilot knows. They are read in the background. */
  createWebKnowledgeSource(params: CreateWebKnowledgeSourceOptions, options?: RequestOptions): Promise<{ id: string }> {
    const { copilotId, url, type } = params;
    const body = { copilotId, url, type };
    return this.json("createWebKnowledgeSource", { path: { copilotId }, body, ...options });
  }

  /** Adds a file to what a copilot knows. It is read in the background. */
  createFileKnowledgeSource(
    params: CreateFileKnowledgeSourceOptions,
    options?: RequestOptions,
  ): Promise<{ id: string }> {
    const { copilotId, file } = params;
    const bytesType = file.type === "" ? undefined : file.type;
    return this.json("createFileKnowledgeSource", {
      path: { copilotId, name: file.name },
      bytes: file,
      bytesType,
      ...options,
    });
  }

  deleteFileKnowledgeSource(params: OfSource, options?: RequestOptions): Promise<void> {
    return this.nothing("deleteFileKnowledgeSource", { path: ofSource(params), ...options });
  }

  deleteWebKnowledgeSource(params: OfSource, options?: RequestOptions): Promise<void> {
    return this.nothing("deleteWebKnowledgeSource", { path: ofSource(params), ...options });
  }

  /** Lists what a copilot knows, newest first. */
  async getKnowledgeSources(
    params: GetKnowledgeSourcesOptions,
    options?: RequestOptions,
  ): Promise<ListPage<CopilotKnowledgeSource>> {
    const { copilotId, limit, startingAfter } = params;
    const page: ListPage<WireForm<CopilotKnowledgeSource>> = await this.json("getKnowledgeSources", {
      path: { copilotId },
      query: { limit, startingAfter },
      ...options,
    });
    return { ...page, data: page.data.map(sourceOf) };
  }

  /** Goes through what a copilot knows, newest first. */
  iterKnowledgeSources({ copilotId }: { copilotId: string }, { pageSize, ...options }: IterationOptions = {}) {
    return itemsOf((startingAfter) => this.getKnowledgeSources({ copilotId, startingAfter, limit: pageSize }, options));
  }

  async getKnowledgeSource(params: OfSource, options?: RequestOptions): Promise<CopilotKnowledgeSource> {
    return sourceOf(await this.json("getKnowledgeSource", { path: ofSource(params), ...options }));
  }

  /** What was read from a file, as Markdown. Empty while it is being read. */
  async getFileKnowledgeSourceMarkdown(params: OfSource, options?: RequestOptions): Promise<string> {
    const { content }: { content: string } = await this.json("getFileKnowledgeSourceMarkdown", {
      path: ofSource(params),
      ...options,
    });
    return content;
  }

  /** Lists the pages of a web source. */
  async getWebKnowledgeSourceLinks(
    params: GetWebKnowledgeSourceLinksOptions,
    options?: RequestOptions,
  ): Promise<ListPage<WebKnowledgeSourceLink>> {
    const { limit, startingAfter } = params;
    const page: WireForm<ListPage<WebKnowledgeSourceLink>> = await this.json("getWebKnowledgeSourceLinks", {
      path: ofSource(params),
      query: { limit, startingAfter },
      ...options,
    });
    const data = page.data.map((link) => dated<WebKnowledgeSourceLink>(link, "createdAt", "lastIndexedAt"));
    return { ...page, data };
  }

  /** Goes through the pages of a web source. */
  iterWebKnowledgeSourceLinks(params: OfSource, { pageSize, ...options }: IterationOptions = {}) {
    return itemsOf((startingAfter) =>
      this.getWebKnowledgeSourceLinks({ ...params, startingAfter, limit: pageSize }, options),
    );
  }
}

function ofSource({ copilotId, knowledgeSourceId }: OfSource) {
  return { copilotId, knowledgeSourceId };
}

function copilotOf(wire: WireForm<AiCopilot>): AiCopilot {
  return dated<AiCopilot>(wire, "createdAt", "updatedAt", "lastUsedAt");
}

function sourceOf(wire: WireForm<CopilotKnowledgeSource>): CopilotKnowledgeSource {
  return dated<CopilotKnowledgeSource>(wire, "createdAt", "updatedAt", "lastIndexedAt");
}
