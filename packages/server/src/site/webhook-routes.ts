import type { ProjectRecord, WebhookEndpointName } from "@weft/collab";
import {
  createWebhook,
  createWebhookCatcher,
  deleteWebhook,
  getCaughtRequest,
  getWebhook,
  getWebhookDelivery,
  getWebhookFigures,
  listCaughtRequests,
  listWebhookDeliveries,
  listWebhookEvents,
  listWebhooks,
  recoverWebhookDeliveries,
  replayWebhookDelivery,
  revealWebhookSecret,
  rollWebhookSecret,
  sampleEventOf,
  testWebhook,
  updateWebhook,
  webhookEventFields,
  webhookEventSchema,
  webhookEventTypes,
  WeftError,
} from "@weft/protocol";
import type { JsonObject } from "@weft/protocol";
import { actorOf, audited, implementSite, siteRoutesOf } from "./site-route.ts";

/** The webhook endpoints of a project, and the deliveries to them. */
export const webhookRoutes = siteRoutesOf(
  implementSite(listWebhooks, ({ project }, { webhooks }) => webhooks.overview(project.id)),

  implementSite(createWebhook, async ({ account, project, membership, body }, { site, webhooks }) => {
    checkOpen(project);
    const effects = audited(site, membership.team.id, account, "webhook.created");
    const { id } = await webhooks.create(project.id, body, effects);
    return webhooks.overviewOf({ project: project.id, id });
  }),

  implementSite(createWebhookCatcher, async ({ account, project, membership, body }, { site, webhooks }) => {
    checkOpen(project);
    const effects = audited(site, membership.team.id, account, "webhook.created");
    return webhooks.overviewOf(await webhooks.createCatcher(project.id, body.subscribedEvents, effects));
  }),

  implementSite(listWebhookEvents, async ({ project }, { now }) =>
    webhookEventTypes.map((type) => ({
      type,
      fields: [...webhookEventFields(type)],
      schema: webhookEventSchema(type) as JsonObject,
      example: sampleEventOf(type, project.id, now()) as { type: typeof type; data: JsonObject },
    })),
  ),

  implementSite(getWebhook, (call, { webhooks }) => webhooks.overviewOf(nameOf(call))),

  implementSite(updateWebhook, async (call, { site, webhooks }) => {
    const name = nameOfOpen(call);
    await webhooks.update(name, call.body, audited(site, call.membership.team.id, call.account, "webhook.updated"));
    return webhooks.overviewOf(name);
  }),

  implementSite(deleteWebhook, async (call, { site, webhooks }) => {
    const effects = audited(site, call.membership.team.id, call.account, "webhook.deleted");
    await webhooks.delete(nameOfOpen(call), effects);
    return { done: true } as const;
  }),

  implementSite(revealWebhookSecret, async (call, { site, webhooks }) => {
    const { id, url, secret } = await webhooks.get(nameOf(call));
    const target = { kind: "webhook", id, name: url };
    await site.teams.note(call.membership.team.id, actorOf(call), "webhook.secretRevealed", target);
    return { secret: secret?.value ?? null };
  }),

  implementSite(rollWebhookSecret, async (call, { site, webhooks }) => {
    const name = nameOfOpen(call);
    const effects = audited(site, call.membership.team.id, call.account, "webhook.rolled");
    const { secret } = await webhooks.rollSecret(name, effects, call.body.overlapMinutes * 60_000);
    return { secret: secret.value, webhook: await webhooks.overviewOf(name) };
  }),

  implementSite(testWebhook, async (call, { webhooks }) => {
    const { message } = await webhooks.test(nameOfOpen(call), call.body.type, call.body.data);
    return { deliveryId: message.id, delivered: message.deliveredAt !== undefined };
  }),

  implementSite(getWebhookFigures, (call, { webhooks }) => webhooks.figures(nameOf(call), call.query.span)),

  implementSite(listCaughtRequests, async (call, { requestCatcher }) => [...(await requestCatcher.list(nameOf(call)))]),

  implementSite(getCaughtRequest, (call, { requestCatcher }) => requestCatcher.find(nameOf(call), call.path.requestId)),

  implementSite(recoverWebhookDeliveries, (call, { webhooks }) =>
    webhooks.recoverFailed(nameOfOpen(call), Date.parse(call.body.since)),
  ),

  implementSite(listWebhookDeliveries, (call, { webhooks }) => webhooks.deliveries(nameOf(call), call.query)),

  implementSite(getWebhookDelivery, (call, { webhooks }) => webhooks.delivery(nameOf(call), call.path.deliveryId)),

  implementSite(replayWebhookDelivery, async (call, { webhooks }) => {
    await webhooks.replay(nameOfOpen(call), call.path.deliveryId);
    return { done: true } as const;
  }),
);

interface InProject {
  readonly project: ProjectRecord;
  readonly path: { readonly webhookId: string };
}

function nameOf({ project, path }: InProject): WebhookEndpointName {
  return { project: project.id, id: path.webhookId };
}

/** Of an endpoint that is to be changed or sent to. */
function nameOfOpen(call: InProject): WebhookEndpointName {
  checkOpen(call.project);
  return nameOf(call);
}

/** Members may still read a project that is being deleted. */
function checkOpen({ deletesAt }: ProjectRecord): void {
  if (deletesAt !== undefined) throw new WeftError("PROJECT_CLOSED");
}
