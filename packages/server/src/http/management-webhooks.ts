import {
  addManagedWebhookHeaders,
  createManagedWebhook,
  deleteManagedWebhook,
  deleteManagedWebhookHeaders,
  getManagedWebhook,
  getManagedWebhookHeaders,
  listManagedWebhooks,
  recoverManagedWebhookMessages,
  rollManagedWebhookSecret,
  testManagedWebhook,
  updateManagedWebhook,
} from "@weft/protocol";
import type { ProjectId } from "@weft/protocol";
import { implement, routes } from "./route.ts";

const nameOf = ({
  projectId: project,
  webhookId: id,
}: {
  readonly projectId: ProjectId;
  readonly webhookId: string;
}) => ({
  project,
  id,
});

/** The management API: webhook endpoints of a team's projects. */
export const managementWebhookRoutes = routes(
  implement(listManagedWebhooks, ({ path, query, program }, { managedWebhooks }) =>
    managedWebhooks.list(program, path.projectId, query),
  ),
  implement(createManagedWebhook, ({ path, body, program }, { managedWebhooks }) =>
    managedWebhooks.create(program, path.projectId, body),
  ),
  implement(getManagedWebhook, ({ path, program }, { managedWebhooks }) => managedWebhooks.get(program, nameOf(path))),
  implement(updateManagedWebhook, ({ path, body, program }, { managedWebhooks }) =>
    managedWebhooks.update(program, nameOf(path), body),
  ),
  implement(deleteManagedWebhook, ({ path, program }, { managedWebhooks }) =>
    managedWebhooks.delete(program, nameOf(path)),
  ),
  implement(rollManagedWebhookSecret, ({ path, program }, { managedWebhooks }) =>
    managedWebhooks.rollSecret(program, nameOf(path)),
  ),
  implement(getManagedWebhookHeaders, ({ path, program }, { managedWebhooks }) =>
    managedWebhooks.headers(program, nameOf(path)),
  ),
  implement(addManagedWebhookHeaders, ({ path, body, program }, { managedWebhooks }) =>
    managedWebhooks.addHeaders(program, nameOf(path), body.headers),
  ),
  implement(deleteManagedWebhookHeaders, ({ path, body, program }, { managedWebhooks }) =>
    managedWebhooks.deleteHeaders(program, nameOf(path), body.headers),
  ),
  implement(recoverManagedWebhookMessages, ({ path, body, program }, { managedWebhooks }) =>
    managedWebhooks.recoverFailed(program, nameOf(path), Date.parse(body.since)),
  ),
  implement(testManagedWebhook, ({ path, body, program }, { managedWebhooks }) =>
    managedWebhooks.test(program, nameOf(path), body.subscribedEvent),
  ),
);
