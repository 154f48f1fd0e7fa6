import { z } from "zod";
import { limits } from "../limits.ts";
import { StorableText } from "../storable.ts";
import { internalEndpoint } from "./internal-endpoint.ts";

const guide = z.object({ slug: StorableText });

/** A permanent page of the documentation that was saved from an answer of the site's assistant. */
export const AiGuide = z.object({
  slug: z.string(),
  title: z.string(),
  /** The beginning of its text. Empty if it begins with nothing that can be quoted. */
  description: z.string(),
  markdown: z.string(),
  createdAt: z.iso.datetime(),
});
export type AiGuide = z.output<typeof AiGuide>;

export const createAiGuide = internalEndpoint({
  id: "create-ai-guide",
  route: "POST /internal/ai-guides",
  summary: "Save an answer of the assistant as a guide",
  description: "The guide is published at `/docs/guides/ai/{slug}`. Its slug is made from the title.",
  role: "staff",
  body: z.object({
    title: StorableText.trim().min(1).max(limits.guideTitleLength),
    markdown: StorableText.max(limits.guideLength).refine((text) => text.trim() !== "", "The guide is empty"),
  }),
  returns: guide,
});

export const getAiGuide = internalEndpoint({
  id: "ai-guide",
  route: "GET /internal/ai-guides/{slug}",
  summary: "Read a guide",
  role: "anyone",
  path: guide,
  returns: AiGuide,
  errors: ["RESOURCE_NOT_FOUND"],
});

export const deleteAiGuide = internalEndpoint({
  id: "delete-ai-guide",
  route: "DELETE /internal/ai-guides/{slug}",
  summary: "Delete a guide",
  role: "staff",
  path: guide,
  returns: { empty: true },
  errors: ["RESOURCE_NOT_FOUND"],
});

export const guideEndpoints = [createAiGuide, getAiGuide, deleteAiGuide] as const;
