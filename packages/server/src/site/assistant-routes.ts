import { openAssistantChats } from "@weft/protocol";
import { assistantCopilotId } from "../assistant/assistant.ts";
import { implementSite, siteRoutesOf } from "./site-route.ts";

/** The site's assistant, for signed-in users. */
export const assistantRoutes = siteRoutesOf(
  implementSite(openAssistantChats, async ({ account }, { site, tokens, assistantHasModel, now }) => {
    const project = await site.projects.ensureSiteProject();
    return {
      token: await tokens.issueIdToken(project.id, { userId: account.person.id }, now()),
      copilotId: assistantCopilotId,
      hasModel: assistantHasModel,
    };
  }),
);
