import { createManagementTokens } from "@weft/collab";
import type { ManagementCaller, PersonRecord, ProjectRecord, TeamRecord } from "@weft/collab";
import { limits } from "@weft/protocol";
import type { ManagementScope } from "@weft/protocol";
import type { Store } from "@weft/store";
import { addPerson } from "@weft/store/testing/add-person";
import type { SiteContext } from "../site/site-context.ts";

/** A team with a project, and management tokens of every kind. For tests. */
export interface TestTeam {
  readonly team: TeamRecord;
  readonly owner: PersonRecord;
  readonly project: ProjectRecord;
  readonly publicKey: string;
  /** A token that may read and write, and those that may do one of the two. */
  readonly token: string;
  readonly scoped: { readonly [S in ManagementScope]: string };
  readonly revokedToken: string;
  readonly expiredToken: string;
  /** A webhook endpoint of the project. */
  readonly webhook: string;
  /** As the handlers receive a call with a token. */
  readonly caller: ManagementCaller;
}

let people = 0;

export async function openTestTeam(store: Store, services: SiteContext): Promise<TestTeam> {
  const { site, managementTokens: tokens, now } = services;
  const id = `owner-${++people}`;
  const owner: PersonRecord = {
    id,
    email: `${id}@weft.test`,
    emailVerified: true,
    firstName: "Ada",
    lastName: "Lovelace",
    twoFactorEnabled: false,
    createdAt: 0,
  };
  await addPerson(store, owner);
  const actor = { person: owner };
  const team = await site.teams.create(actor, "Engines");
  const create = (name: string, scopes: readonly ManagementScope[]) => tokens.create(actor, team.id, { name, scopes });
  const yearAgo = createManagementTokens({
    records: store.managementTokens,
    teams: site.teams,
    now: () => now() - limits.managementTokenLifetimeMs,
  });
  const scopes = ["read:all", "write:all"] as const;
  const expired = await yearAgo.create(actor, team.id, { name: "Expired", scopes });
  const revoked = await create("Revoked", scopes);
  await tokens.revoke(actor, team.id, revoked.record.id);
  const full = await create("Deploy", scopes);
  const { project, publicKey } = await site.projects.createProject({ name: "One", type: "dev", team: team.id });
  const caller = { team: team.id, token: full.record };
  const draft = { url: "https://example.com/", subscribedEvents: ["roomCreated" as const] };
  const { id: webhook } = await services.managedWebhooks.create(caller, project.id, draft);
  return {
    team,
    owner,
    project,
    publicKey,
    token: full.token,
    scoped: {
      "read:all": (await create("Reader", ["read:all"])).token,
      "write:all": (await create("Writer", ["write:all"])).token,
    },
    revokedToken: revoked.token,
    expiredToken: expired.token,
    webhook,
    caller,
  };
}
