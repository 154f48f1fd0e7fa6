import { getMe, getSiteConfig, updateMe } from "@weft/protocol";
import type { Me, ProjectId } from "@weft/protocol";

import type { Account } from "./sign-in.ts";
import type { SiteServices } from "./site-services.ts";
import { implementSite, siteRoutesOf } from "./site-route.ts";

/** Data of this server and of the signed-in user. */
export const accountRoutes = siteRoutesOf(
  implementSite(getSiteConfig, (_call, { site }) => site.config()),

  implementSite(getMe, ({ account }, { site }) => describeMe(account, site)),

  implementSite(updateMe, async ({ account, body }, { site }) => {
    const { firstName, lastName, image, lastTeamId, lastProjectId, preferences } = body;
    const { id } = account.person;
    await site.people.changePerson(id, {
      firstName,
      lastName,
      ...(image !== undefined && { image: image ?? undefined }),
    });
    if (lastTeamId !== undefined || lastProjectId !== undefined || preferences !== undefined) {
      const known = await site.people.settings(id);
      await site.people.putSettings(id, {
        preferences: { ...known.preferences, ...preferences },
        lastTeam: lastTeamId ?? known.lastTeam,
        lastProject: lastProjectId === undefined ? known.lastProject : (lastProjectId ?? undefined),
      });
    }
    const person = (await site.people.person(id)) ?? account.person;
    return describeMe({ ...account, person }, site);
  }),
);

async function describeMe(account: Account | undefined, { people, teams, projects }: SiteServices): Promise<Me> {
  if (account === undefined)
    return { user: null, teams: [], lastTeamId: null, lastProjectId: null, preferences: {}, invitations: [] };
  const { person, isStaff } = account;
  const [memberships, settings, invitations] = await Promise.all([
    teams.memberships(person.id),
    people.settings(person.id),
    teams.waitingFor(person),
  ]);
  // The page last visited may be gone, or no longer accessible.
  const isTheirs = (team: string | undefined) => memberships.some((membership) => membership.team.id === team);
  const project =
    settings.lastProject === undefined ? undefined : await projects.find(settings.lastProject as ProjectId);
  return {
    user: {
      id: person.id,
      email: person.email,
      emailVerified: person.emailVerified,
      firstName: person.firstName,
      lastName: person.lastName,
      image: person.image ?? null,
      twoFactorEnabled: person.twoFactorEnabled,
      isStaff,
      createdAt: new Date(person.createdAt).toISOString(),
    },
    teams: memberships.map(({ team, role }) => ({
      id: team.id,
      name: team.name,
      image: team.image ?? null,
      role,
      plan: team.plan,
      ...(team.signInMethods && { signInMethods: [...team.signInMethods] }),
    })),
    ...(account.signedInWith && { signedInWith: account.signedInWith }),
    lastTeamId: isTheirs(settings.lastTeam) ? (settings.lastTeam ?? null) : null,
    lastProjectId: project !== undefined && isTheirs(project.team) ? project.id : null,
    preferences: settings.preferences,
    invitations: [...invitations],
  };
}
