import { siteProjectId } from "@weft/collab";
import type { CopilotsInUse, DefaultModel, KnowledgeSearch } from "@weft/collab";
import { CopilotId } from "@weft/protocol";
import type { Documentation } from "./documentation.ts";
import { assistantPrompt, documentationPrompt } from "./prompt.ts";

/** The copilot behind the site's assistant. It exists in the site's project alone, and is the only one there. */
export const assistantCopilotId = CopilotId.parse("co_assistant");

/** The copilots of projects, and the site's assistant. */
export function withAssistant(copilots: CopilotsInUse, model: DefaultModel | undefined): CopilotsInUse {
  return {
    async use(project, id) {
      if (project !== siteProjectId) return copilots.use(project, id);
      if (id !== undefined && id !== assistantCopilotId) return undefined;
      return {
        id: assistantCopilotId,
        name: "AI assistant",
        systemPrompt: assistantPrompt,
        knowledgePrompt: documentationPrompt,
        alwaysUseKnowledge: false,
        ...(model !== undefined && { model }),
      };
    },
  };
}

/** The knowledge of copilots of projects; the site's assistant knows the documentation. */
export function withDocumentation(knowledge: KnowledgeSearch, documentation: Documentation): KnowledgeSearch {
  return {
    knows: async (project, copilot) =>
      project === siteProjectId ? !(await documentation.isEmpty()) : knowledge.knows(project, copilot),
    search: (project, copilot, queries) =>
      project === siteProjectId ? documentation.search(queries) : knowledge.search(project, copilot, queries),
  };
}
