import { z } from "zod";
import { internalEndpoint } from "./internal-endpoint.ts";

export const openAssistantChats = internalEndpoint({
  id: "assistant-token",
  route: "POST /internal/assistant/token",
  summary: "Get a token for chats with the site's assistant",
  description: "An ID token of the caller, for `/ai/v7`. It opens no rooms: the assistant's project has none.",
  role: "account",
  returns: z.strictObject({
    token: z.string(),
    copilotId: z.string(),
    /** False: no AI provider is configured, and answers are passages of the documentation. */
    hasModel: z.boolean(),
  }),
});

/** A part of a page of the documentation, as the build of the site writes it for the assistant's search. */
export const DocsPassage = z.object({
  /** Of the page. */
  title: z.string(),
  /** The headings above it, outermost first. */
  headings: z.array(z.string()),
  /** Markdown. */
  text: z.string(),
  /** The page, with the anchor of its heading. */
  url: z.string(),
});
export type DocsPassage = z.output<typeof DocsPassage>;

export const assistantEndpoints = [openAssistantChats] as const;
