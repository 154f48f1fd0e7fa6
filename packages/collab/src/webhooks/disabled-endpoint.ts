import type { ProjectId } from "@weft/protocol";
import type { JobHandler } from "../jobs/job.ts";
import type { NewJob } from "../jobs/new-job.ts";
import type { ProjectRecord } from "../projects/project-records.ts";
import type { Projects } from "../projects/projects.ts";
import type { PersonRecords } from "../teams/person-records.ts";
import type { Teams } from "../teams/teams.ts";
import type { WebhookEndpointRecord } from "./webhook-records.ts";

/** What the owners of a team are told when the server has disabled a webhook endpoint. */
export interface WebhookDisabledMail {
  readonly to: string;
  readonly team: string;
  readonly project: Pick<ProjectRecord, "id" | "name">;
  readonly endpoint: Pick<WebhookEndpointRecord, "id" | "url">;
  /** The first failed attempt since the last successful one. */
  readonly failingSince: number;
}

export interface WebhookDisabledOptions {
  readonly projects: Pick<Projects, "find">;
  readonly teams: Pick<Teams, "members" | "entry">;
  readonly people: Pick<PersonRecords, "settings">;
  readonly mail: (mail: WebhookDisabledMail) => NewJob;
}

/** The job that reports that an endpoint was disabled because it kept failing, to be written with that change. */
export function webhookDisabledJob(
  { project, id, url, failingSince }: Pick<WebhookEndpointRecord, "project" | "id" | "url" | "failingSince">,
  now: number,
): NewJob {
  return {
    kind: "webhookDisabled",
    createdAt: now,
    payload: { project, endpoint: id, url, failingSince: failingSince ?? now },
  };
}

/**
 * Reports that an endpoint was disabled: an entry in the team's audit log, and a mail to each owner with a confirmed address
 * who has not turned these emails off. Both are written with the end of the job, so they are there once for each disabling.
 */
export function createWebhookDisabledHandler({ projects, teams, people, mail }: WebhookDisabledOptions): JobHandler {
  return {
    kind: "webhookDisabled",
    async run({ payload }) {
      const { project: id, endpoint, url, failingSince } = payload as unknown as DisabledEndpoint;
      const project = await projects.find(id);
      if (project?.team === undefined) return;
      const { team } = project;
      const owners = (await teams.members(team)).filter(({ role, person }) => role === "owner" && person.emailVerified);
      const wants = await Promise.all(
        owners.map(async ({ person }) => (await people.settings(person.id)).preferences.webhookFailures !== false),
      );
      const readers = owners.filter((_, index) => wants[index]);
      const jobs = readers.map(({ person }) =>
        mail({ to: person.email, team, project, endpoint: { id: endpoint, url }, failingSince }),
      );
      const audit = [teams.entry(team, undefined, "webhook.disabled", { kind: "webhook", id: endpoint, name: url })];
      return { effects: { audit, jobs } };
    },
  };
}

/** The payload of the job. */
interface DisabledEndpoint {
  readonly project: ProjectId;
  readonly endpoint: string;
  readonly url: string;
  readonly failingSince: number;
}
