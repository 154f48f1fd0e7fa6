import type { CopilotRecord, VersionAuthor } from "@weft/collab";
import {
  contextualPromptAsUser,
  createCopilot,
  deleteCopilot,
  getCopilot,
  listCopilots,
  updateCopilot,
} from "@weft/protocol";
import { implement, routes } from "./route.ts";

export const copilotRoutes = routes(
  implement(listCopilots, async ({ project, query }, { copilots }) => {
    const page = await copilots.list(project.id, query);
    return { data: page.copilots.map(describeCopilot), nextCursor: page.nextCursor };
  }),
  implement(createCopilot, async ({ project, body, member }, { copilots }) =>
    describeCopilot(await copilots.create(project.id, body, authorOf(member))),
  ),
  implement(getCopilot, async ({ project, path }, { copilots }) =>
    describeCopilot(await copilots.get(project.id, path.copilotId)),
  ),
  implement(updateCopilot, async ({ project, path, body, member }, { copilots }) =>
    describeCopilot(await copilots.update(project.id, path.copilotId, body, authorOf(member))),
  ),
  implement(contextualPromptAsUser, async ({ entered, body }, { contextualPrompts }) => {
    const answer = await contextualPrompts.answer(entered.project, body);
    return { content: [{ type: "text" as const, text: JSON.stringify(answer) }] };
  }),
  implement(deleteCopilot, ({ project, path }, { copilots }) => copilots.delete(project.id, path.copilotId)),
);

function authorOf(member: string | undefined): VersionAuthor {
  return member === undefined ? { kind: "api" } : { kind: "member", account: member };
}

/** A copilot as REST shows it: without its key. */
export function describeCopilot(copilot: CopilotRecord) {
  const { id, name, description, systemPrompt, knowledgePrompt, alwaysUseKnowledge } = copilot;
  const { provider, providerModel, providerOptions, compatibleProviderName, providerBaseUrl, settings } = copilot;
  const { createdAt, updatedAt, lastUsedAt } = copilot;
  return {
    type: "copilot",
    id,
    name,
    description,
    systemPrompt,
    knowledgePrompt,
    alwaysUseKnowledge,
    provider,
    providerModel,
    providerOptions,
    compatibleProviderName,
    providerBaseUrl,
    settings,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    lastUsedAt: lastUsedAt === undefined ? undefined : new Date(lastUsedAt).toISOString(),
  } as const;
}
