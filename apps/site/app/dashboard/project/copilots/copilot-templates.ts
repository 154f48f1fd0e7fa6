import type { CopilotFields } from "./copilot-fields.ts";

/** Where a new copilot can begin. */
export interface CopilotTemplate {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly fields: Pick<CopilotFields, "name" | "description" | "systemPrompt"> & Partial<CopilotFields>;
}

export const copilotTemplates: readonly CopilotTemplate[] = [
  {
    id: "support",
    title: "Support assistant",
    about: "Answers questions about your product from your documentation.",
    fields: {
      name: "Support assistant",
      description: "Answers questions about the product.",
      systemPrompt:
        "You answer questions of users about our product. Search your knowledge before you answer, and base the answer on what you find. If the knowledge does not contain the answer, say so and suggest contacting support. Keep answers short, and use numbered steps for instructions.",
      knowledgePrompt: "Search for every question about features, settings, prices or errors of the product.",
      alwaysUseKnowledge: true,
    },
  },
  {
    id: "writing",
    title: "Writing assistant",
    about: "Rewrites, shortens and corrects text in your app.",
    fields: {
      name: "Writing assistant",
      description: "Edits text.",
      systemPrompt:
        "You help users write. Keep the meaning, the tone and the language of the text. When you are asked to rewrite, shorten or correct it, answer with the new text alone, without comments or quotation marks.",
    },
  },
  {
    id: "actions",
    title: "In-app assistant",
    about: "Uses the tools that your app registers to act for the user.",
    fields: {
      name: "In-app assistant",
      description: "Acts on behalf of the user.",
      systemPrompt:
        "You work inside an application and act for its user with the tools that you are given. Ask for details that a tool needs and that you do not know. Never invent ids. After a tool has run, say in one sentence what was done.",
    },
  },
];
