import type { CopilotVersionEntry } from "@weft/collab";
import {
  countKnowledge,
  createCopilotTrial,
  createPlaygroundToken,
  defaultOrganization,
  getCopilotChoices,
  getCopilotKey,
  getCopilotUsage,
  getCopilotVersion,
  getPlaygroundAnswer,
  listCopilotVersions,
  reindexKnowledge,
  testCopilotKey,
  testRetrieval,
  WeftError,
} from "@weft/protocol";
import type { SiteServices } from "./site-services.ts";
import { implementSite, siteRoutesOf } from "./site-route.ts";

/** Long enough for an exchange; the client asks for another token when this one expires. */
const playgroundTokenMs = 5 * 60_000;

/** What the pages of copilots need beside the REST API. */
export const copilotPageRoutes = siteRoutesOf(
  implementSite(getCopilotChoices, (_, { copilots: { models, hasDefaultModel }, aiPrices: prices }) => {
    const ids = (provider: keyof typeof models) => models[provider].map(({ id }) => id);
    const lists = { openai: ids("openai"), anthropic: ids("anthropic"), google: ids("google") };
    return { models: lists, hasDefaultModel, prices };
  }),

  implementSite(testCopilotKey, ({ project, body }, { keyTest, site }) => {
    refuseClosed(project);
    site.countProjectCall(project.id, "keyTest");
    return keyTest(project.id, body);
  }),

  implementSite(listCopilotVersions, async ({ project, path }, { copilots, site }) => {
    const versions = await copilots.versions.list(project.id, path.copilotId);
    const nameOf = namesOf(site.people);
    return { versions: await Promise.all(versions.map((version) => describeVersion(version, nameOf))) };
  }),

  implementSite(getCopilotVersion, async ({ project, path }, { copilots, site }) => {
    // No version has the number 0.
    const number = /^\d{1,9}$/u.test(path.version) ? Number(path.version) : 0;
    const version = await copilots.versions.get(project.id, path.copilotId, number);
    return { ...(await describeVersion(version, namesOf(site.people))), configuration: version.configuration };
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

  implementSite(reindexKnowledge, async ({ project, path }, { knowledge, site }) => {
    refuseClosed(project);
    const { copilotId: copilot, knowledgeSourceId: source } = path;
    await knowledge.reindex({ project: project.id, copilot, source }, () =>
      site.countProjectCall(project.id, "reindex"),
    );
    return { status: "ingesting" as const };
  }),

  implementSite(createCopilotTrial, async ({ project, path, body }, { copilots }) => {
    refuseClosed(project);
    return { trialId: await copilots.try(project.id, path.copilotId, body) };
  }),

  implementSite(getPlaygroundAnswer, async ({ account, project, path }, { chats }) => {
    const userId = playgroundUser(account.person.id);
    const owner = { project: project.id, organizationId: defaultOrganization, userId };
    const measured = await chats.measured(owner, path.messageId);
    if (measured === undefined) throw new WeftError("RESOURCE_NOT_FOUND", { message: "Answer not found" });
    const { firstMs, totalMs, input, output, model } = measured;
    return {
      firstTokenMs: firstMs ?? null,
      totalMs,
      inputTokens: input ?? null,
      outputTokens: output ?? null,
      model: model ?? null,
    };
  }),

  implementSite(createPlaygroundToken, async ({ account, project }, { tokens, now }) => {
    refuseClosed(project);
    // Without permissions the token opens no room; the AI socket asks for none.
    const grant = { userId: playgroundUser(account.person.id), permissions: [], lifetimeMs: playgroundTokenMs };
    return { token: await tokens.issueAccessToken(project.id, grant, now()) };
  }),
);

/** The user of a member's chats in the playground. */
const playgroundUser = (accountId: string) => `dashboard:${accountId}`;

function refuseClosed({ deletesAt }: { readonly deletesAt?: number | undefined }): void {
  if (deletesAt !== undefined) throw new WeftError("PROJECT_CLOSED");
}

type NameOf = (accountId: string) => Promise<string | null>;

/** Names of accounts, each of which is read once. */
function namesOf(people: SiteServices["people"]): NameOf {
  const known = new Map<string, Promise<string | null>>();
  return (id) => {
    const found =
      known.get(id) ??
      people
        .person(id)
        .then((person) => person && (`${person.firstName} ${person.lastName}`.trim() || person.email))
        .then((name) => name ?? null);
    known.set(id, found);
    return found;
  };
}

async function describeVersion({ revision, createdAt, by, changed }: CopilotVersionEntry, nameOf: NameOf) {
  return {
    version: revision,
    createdAt: new Date(createdAt).toISOString(),
    by: by.kind,
    memberName: by.kind === "member" ? await nameOf(by.account) : null,
    changed: [...changed],
  };
}
