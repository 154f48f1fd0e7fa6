import type { CreatedKey, Membership, ProjectRecord } from "@weft/collab";
import {
  createKey,
  deleteProject,
  getProject,
  listKeys,
  revokeKey,
  rollKey,
  updateKey,
  updateProject,
  WeftError,
} from "@weft/protocol";
import type { ApiKey } from "@weft/protocol";
import { routes } from "../http/route.ts";
import { describeKey, describeProject } from "./describe-project.ts";
import type { Account } from "./sign-in.ts";
import type { SiteServices } from "./site-services.ts";
import { actorOf, implementSite } from "./site-route.ts";

/** A project's settings and keys. */
export const projectRoutes = routes(
  implementSite(getProject, ({ project, membership }, { site }) => describe(project, membership.team.id, site)),

  implementSite(updateProject, async ({ account, project, membership, body }, { site }) => {
    const { displayName, ...settings } = body;
    const changed = await site.projects.updateProject(project.id, { name: displayName, ...settings });
    const target = { kind: "project", id: project.id, name: changed.name };
    await site.teams.note(membership.team.id, actorOf({ account }), "project.updated", target);
    return describe(changed, membership.team.id, site);
  }),

  implementSite(deleteProject, async ({ account, project, membership, body }, { site }) => {
    if (body.displayName.trim() !== project.name)
      throw new WeftError("CONFLICT", {
        message: "The name that was typed is not the project's.",
        suggestion: "Type the project's name as it is shown.",
      });
    await site.deleteProject(project.id);
    const target = { kind: "project", id: project.id, name: project.name };
    await site.teams.note(membership.team.id, actorOf({ account }), "project.deleted", target);
    return { done: true } as const;
  }),

  implementSite(listKeys, async ({ project, membership }, { site }) => {
    const nameOf = await namesIn(membership.team.id, site);
    return (await site.projects.workingKeys(project.id)).map((key) => describeKey(key, nameOf));
  }),

  implementSite(createKey, async ({ account, project, membership, body }, { site }) => {
    const createdBy = account.person.id;
    const created = await site.projects.createKey(project.id, { name: body.name, createdBy });
    await noteKey("key.created", created.record, { account, membership }, site);
    return shownOnce(created, account);
  }),

  implementSite(rollKey, async ({ account, project, membership, path, body }, { site }) => {
    const oldKeyExpiresAt = site.now() + body.graceMinutes * 60_000;
    const createdBy = account.person.id;
    const created = await site.projects.rollKey(project.id, path.keyId, { oldKeyExpiresAt, createdBy });
    await noteKey("key.rolled", created.record, { account, membership }, site);
    return shownOnce(created, account);
  }),

  implementSite(revokeKey, async ({ account, project, membership, path }, { site }) => {
    const key = await site.projects.revokeKey(project.id, path.keyId);
    await noteKey("key.revoked", key, { account, membership }, site);
    return { done: true } as const;
  }),

  implementSite(updateKey, async ({ account, project, membership, path, body }, { site }) => {
    const key = await site.projects.updateKey(project.id, path.keyId, body);
    await noteKey("key.updated", key, { account, membership }, site);
    return describeKey(key, await namesIn(membership.team.id, site));
  }),
);

async function describe(project: ProjectRecord, team: string, { projects }: SiteServices) {
  const keys = (await projects.workingKeys(project.id)).filter(({ kind }) => kind === "public");
  // The newest that lasts: a rolled one works on for a while beside it.
  const current = keys.find(({ expiresAt }) => expiresAt === undefined) ?? keys[0];
  return describeProject(project, team, current?.key ?? "");
}

/** Names of the team's members; who has left is nobody here. */
async function namesIn(team: string, { teams }: SiteServices): Promise<(account: string) => string | null> {
  const names = new Map((await teams.members(team)).map(({ person }) => [person.id, fullName(person)]));
  return (account) => names.get(account) ?? null;
}

function fullName({ firstName, lastName }: Account["person"]): string {
  return `${firstName} ${lastName}`.trim();
}

function shownOnce({ record, key }: CreatedKey, { person }: Account): { key: ApiKey; secret: string } {
  return { key: describeKey(record, () => fullName(person)), secret: key };
}

async function noteKey(
  action: string,
  key: { readonly id: string; readonly name: string },
  { account, membership }: { readonly account: Account; readonly membership: Membership },
  { teams }: SiteServices,
) {
  await teams.note(membership.team.id, actorOf({ account }), action, { kind: "key", id: key.id, name: key.name });
}
