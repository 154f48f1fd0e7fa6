import { bothEffects, currentKey } from "@weft/collab";
import type { CreatedKey, EffectsOf, ProjectRecord } from "@weft/collab";
import {
  createKey,
  deleteProject,
  getProject,
  listExports,
  listKeys,
  requestExport,
  restoreProject,
  revokeKey,
  revokeTokens,
  rollKey,
  transferProject,
  updateKey,
  updateProject,
  WeftError,
} from "@weft/protocol";
import type { ApiKey } from "@weft/protocol";
import { teamName } from "@weft/protocol/internal/team-name";

import { closedBy } from "./admission.ts";
import { describeExport, describeKey, describeProject } from "./describe-project.ts";
import type { Account } from "./sign-in.ts";
import type { SiteServices } from "./site-services.ts";
import { implementSite, siteRoutesOf, audited } from "./site-route.ts";
import { fullName, namesIn } from "./team-names.ts";

/** A project's settings, exports and keys, and its deletion. */
export const projectRoutes = siteRoutesOf(
  implementSite(getProject, ({ project, membership }, { site }) => describe(project, membership.team.id, site)),

  implementSite(updateProject, async ({ account, project, membership, body }, { site }) => {
    const { displayName, ...settings } = body;
    const effects = audited(site, membership.team.id, account, "project.updated");
    const changed = await site.projects.updateProject(project.id, { name: displayName, ...settings }, effects);
    return describe(changed, membership.team.id, site);
  }),

  implementSite(restoreProject, async ({ account, project, membership }, { site }) => {
    const effects = audited(site, membership.team.id, account, "project.restored");
    const opened = await site.projects.reopenProject(project.id, site.now(), effects);
    return describe(opened, membership.team.id, site);
  }),

  implementSite(transferProject, async ({ account, project, membership, body }, { site }) => {
    const { team: from } = membership;
    const target = await site.teams.membership(body.teamId, account.person.id);
    if (target === undefined)
      throw new WeftError("NOT_FOUND", { message: "Team not found.", suggestion: "Check the id." });
    const closed = closedBy(target, account, site.now());
    if (closed !== undefined) throw new WeftError(closed);
    if (target.role !== "owner")
      throw new WeftError("FORBIDDEN", {
        message: "You are not an owner of the other team.",
        suggestion: "Ask one of its owners to make you an owner.",
      });
    if (target.team.id === from.id)
      throw new WeftError("CONFLICT", {
        message: "The project already belongs to this team.",
        suggestion: "Choose another team.",
      });
    if (project.deletesAt !== undefined)
      throw new WeftError("CONFLICT", {
        message: "A project that is being deleted can't be transferred.",
        suggestion: "Undo the deletion first.",
      });
    // Both teams' audit logs record the move.
    const effects: EffectsOf = ({ id, name }) =>
      bothEffects(
        audited(
          site,
          from.id,
          account,
          "project.transferredOut",
        )({ id, name: `${name} (to ${teamName(target.team.name)})` }),
        audited(
          site,
          target.team.id,
          account,
          "project.transferredIn",
        )({ id, name: `${name} (from ${teamName(from.name)})` }),
      );
    if (!(await site.projects.transferProject(project.id, from.id, target.team.id, effects)))
      throw new WeftError("CONFLICT", {
        message: "The project or the other team has just changed.",
        suggestion: "Reload the page.",
      });
    return describe({ ...project, team: target.team.id }, target.team.id, site);
  }),

  implementSite(listExports, async ({ project, membership }, { site }) => {
    const nameOf = await namesIn(membership.team.id, site);
    return (await site.exports.list(project.id)).map((record) => describeExport(record, nameOf));
  }),

  implementSite(requestExport, async ({ account, project, membership }, { site }) => {
    const effects = audited(site, membership.team.id, account, "project.exportRequested");
    const record = await site.exports.request(project.id, account.person.id, effects(project));
    return describeExport(record, () => fullName(account.person));
  }),

  implementSite(deleteProject, async ({ account, project, membership, body }, { site }) => {
    if (body.displayName.trim() !== project.name)
      throw new WeftError("CONFLICT", {
        message: "The name does not match the project's.",
        suggestion: "Type the project's name as it is shown.",
      });
    await site.removeProject(project, (action) => audited(site, membership.team.id, account, action));
    return { done: true } as const;
  }),

  implementSite(listKeys, async ({ project, membership }, { site }) => {
    const nameOf = await namesIn(membership.team.id, site);
    return (await site.projects.workingKeys(project.id)).map((key) => describeKey(key, nameOf));
  }),

  implementSite(createKey, async ({ account, project, membership, body }, { site }) => {
    const createdBy = account.person.id;
    const effects = audited(site, membership.team.id, account, "key.created");
    const created = await site.projects.createKey(project.id, { name: body.name, createdBy }, effects);
    return shownOnce(created, account);
  }),

  implementSite(rollKey, async ({ account, project, membership, path, body }, { site }) => {
    const oldKeyExpiresAt = site.now() + body.graceMinutes * 60_000;
    const createdBy = account.person.id;
    const effects = audited(site, membership.team.id, account, "key.rolled");
    const created = await site.projects.rollKey(project.id, path.keyId, { oldKeyExpiresAt, createdBy }, effects);
    return shownOnce(created, account);
  }),

  implementSite(revokeKey, async ({ account, project, membership, path }, { site }) => {
    await site.projects.revokeKey(project.id, path.keyId, audited(site, membership.team.id, account, "key.revoked"));
    return { done: true } as const;
  }),

  implementSite(revokeTokens, async ({ account, project, membership }, { site }) => {
    await site.revokeTokens(project.id, audited(site, membership.team.id, account, "project.tokensRevoked"));
    return { done: true } as const;
  }),

  implementSite(updateKey, async ({ account, project, membership, path, body }, { site }) => {
    const effects = audited(site, membership.team.id, account, "key.updated");
    const key = await site.projects.updateKey(project.id, path.keyId, body, effects);
    return describeKey(key, await namesIn(membership.team.id, site));
  }),
);

async function describe(project: ProjectRecord, team: string, { projects }: SiteServices) {
  const current = currentKey(await projects.workingKeys(project.id), "public");
  return describeProject(project, team, current?.key ?? "");
}

function shownOnce({ record, key }: CreatedKey, { person }: Account): { key: ApiKey; secret: string } {
  return { key: describeKey(record, () => fullName(person)), secret: key };
}
