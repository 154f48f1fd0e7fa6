import {
  countKnowledge,
  createPlaygroundToken,
  getCopilotChoices,
  getCopilotKey,
  getCopilotUsage,
  testRetrieval,
  WeftError,
} from "@weft/protocol";
import { implementSite, siteRoutesOf } from "./site-route.ts";

/** Long enough for an exchange; the client asks for another token when this one expires. */
const playgroundTokenMs = 5 * 60_000;

/** What the pages of copilots need beside the REST API. */
export const copilotPageRoutes = siteRoutesOf(
  implementSite(getCopilotChoices, (_, { copilots: { models, hasDefaultModel } }) => {
    const ids = (provider: keyof typeof models) => models[provider].map(({ id }) => id);
    return { models: { openai: ids("openai"), anthropic: ids("anthropic"), google: ids("google") }, hasDefaultModel };
  }),

  implementSite(getCopilotKey, async ({ project, path }, { copilots }) => {
    const { keyEnd } = await copilots.get(project.id, path.copilotId);
    return { keyEnd: keyEnd === "" ? null : keyEnd };
  }),

  implementSite(countKnowledge, async ({ project }, { knowledge }) => ({
    sources: Object.fromEntries(await knowledge.counts(project.id)),
  })),

  implementSite(testRetrieval, async ({ project, path, query }, { knowledge }) => {
    const found = await knowledge.rank({ project: project.id, copilot: path.copilotId }, query.query);
    return {
      passages: found.map(({ source, title, headings, text, url, score }) => ({
        sourceId: source,
        title,
        headings: [...headings],
        text,
        url: url ?? null,
        score,
      })),
    };
  }),

  implementSite(getCopilotUsage, ({ project, query }, { activity }) => activity.copilotUsage(project.id, query.month)),

  implementSite(createPlaygroundToken, async ({ account, project }, { tokens, now }) => {
    if (project.deletesAt !== undefined) throw new WeftError("PROJECT_CLOSED");
    // Without permissions the token opens no room; the AI socket asks for none.
    const grant = { userId: `dashboard:${account.person.id}`, permissions: [], lifetimeMs: playgroundTokenMs };
    return { token: await tokens.issueAccessToken(project.id, grant, now()) };
  }),
);
