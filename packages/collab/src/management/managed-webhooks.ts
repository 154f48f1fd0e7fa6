/**
 * Webhook endpoints of a team's projects, as the management API sees and changes them. Every change leaves an entry in the
 * team's audit log, under the name of the token.
 */
import { WeftError } from "@weft/protocol";
import type { DomainEventType, ProjectId, WebhookDraft, WebhookHeaders, WebhookPatch } from "@weft/protocol";
import type { EffectsOf } from "../effects.ts";
import type { Projects } from "../projects/projects.ts";
import type { Teams } from "../teams/teams.ts";
import type { WebhookEndpointName } from "../webhooks/webhook-records.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import type { ManagementCaller } from "./managed-projects.ts";

/** Every method rejects with PROJECT_NOT_FOUND, and those with an endpoint's id with WEBHOOK_NOT_FOUND. */
export interface ManagedWebhooks {
  list(
    caller: ManagementCaller,
    project: ProjectId,
    page: Parameters<Webhooks["list"]>[1],
  ): ReturnType<Webhooks["list"]>;
  create(caller: ManagementCaller, project: ProjectId, draft: WebhookDraft): ReturnType<Webhooks["create"]>;
  get(caller: ManagementCaller, name: WebhookEndpointName): ReturnType<Webhooks["get"]>;
  update(caller: ManagementCaller, name: WebhookEndpointName, patch: WebhookPatch): ReturnType<Webhooks["update"]>;
  delete(caller: ManagementCaller, name: WebhookEndpointName): Promise<void>;
  rollSecret(caller: ManagementCaller, name: WebhookEndpointName): ReturnType<Webhooks["rollSecret"]>;
  headers(caller: ManagementCaller, name: WebhookEndpointName): ReturnType<Webhooks["headers"]>;
  addHeaders(
    caller: ManagementCaller,
    name: WebhookEndpointName,
    added: WebhookHeaders,
  ): ReturnType<Webhooks["addHeaders"]>;
  deleteHeaders(
    caller: ManagementCaller,
    name: WebhookEndpointName,
    names: readonly string[],
  ): ReturnType<Webhooks["deleteHeaders"]>;
  recoverFailed(caller: ManagementCaller, name: WebhookEndpointName, since: number): Promise<void>;
  test(caller: ManagementCaller, name: WebhookEndpointName, event: DomainEventType): ReturnType<Webhooks["test"]>;
}

export interface ManagedWebhooksOptions {
  readonly projects: Pick<Projects, "find">;
  readonly webhooks: Webhooks;
  readonly teams: Pick<Teams, "entry">;
}

export function createManagedWebhooks({ projects, webhooks, teams }: ManagedWebhooksOptions): ManagedWebhooks {
  const enter = async ({ team }: ManagementCaller, id: ProjectId) => {
    const project = await projects.find(id);
    if (project?.team !== team || project.deletesAt !== undefined) throw new WeftError("PROJECT_NOT_FOUND");
  };
  const noted =
    (caller: ManagementCaller, action: string): EffectsOf =>
    (endpoint) => ({ audit: [teams.entry(caller.team, caller, action, { kind: "webhook", ...endpoint })] });
  const change = async <T>(
    caller: ManagementCaller,
    { project }: WebhookEndpointName,
    action: string,
    write: (effects: EffectsOf) => Promise<T>,
  ): Promise<T> => {
    await enter(caller, project);
    return write(noted(caller, action));
  };

  return {
    async list(caller, project, page) {
      await enter(caller, project);
      return webhooks.list(project, page);
    },
    async create(caller, project, draft) {
      await enter(caller, project);
      return webhooks.create(project, draft, noted(caller, "webhook.created"));
    },
    async get(caller, name) {
      await enter(caller, name.project);
      return webhooks.get(name);
    },
    update: (caller, name, patch) =>
      change(caller, name, "webhook.updated", (effects) => webhooks.update(name, patch, effects)),
    delete: (caller, name) => change(caller, name, "webhook.deleted", (effects) => webhooks.delete(name, effects)),
    rollSecret: (caller, name) =>
      change(caller, name, "webhook.rolled", (effects) => webhooks.rollSecret(name, effects)),
    async headers(caller, name) {
      await enter(caller, name.project);
      return webhooks.headers(name);
    },
    addHeaders: (caller, name, added) =>
      change(caller, name, "webhook.updated", (effects) => webhooks.addHeaders(name, added, effects)),
    deleteHeaders: (caller, name, names) =>
      change(caller, name, "webhook.updated", (effects) => webhooks.deleteHeaders(name, names, effects)),
    async recoverFailed(caller, name, since) {
      await enter(caller, name.project);
      await webhooks.recoverFailed(name, since);
    },
    async test(caller, name, event) {
      await enter(caller, name.project);
      return webhooks.test(name, event);
    },
  };
}
