import type { DomainEventType } from "@weft/protocol/types";
import { CopilotCalls } from "./copilot-calls.ts";
import type { IterationOptions, RequestOptions } from "./calls.ts";
import { itemsOf } from "./pages.ts";
import type { CursorOptions, ListPage } from "./pages.ts";
import { dated } from "./wire.ts";
import type { WireForm } from "./wire.ts";

/** The public key of a project. While a key is being rolled, the newer key. */
export interface ManagementPublicKey {
  /** Whether the key is accepted. */
  activated: boolean;
  createdAt: Date;
  value: string;
}

/** The newest secret key of a project. */
export interface ManagementSecretKey {
  createdAt: Date;
  /** The whole key in the answer of the call that makes it. Later, its beginning and end. */
  value: string;
}

/** A project of the team. */
export interface ManagementProject {
  id: string;
  teamId: string;
  type: "dev" | "prod";
  name: string;
  description: string | null;
  createdAt: Date;
  updatedAt: Date;
  publicKey: ManagementPublicKey;
  /** Null if all secret keys were revoked. */
  secretKey: ManagementSecretKey | null;
  region: "earth" | "eu" | "fedramp";
  /** Seconds from a change in a room until a version is created; false if none is. */
  versionCreationTimeout: number | false;
}

/** A project to create. */
export interface CreateManagementProjectOptions {
  type: "dev" | "prod";
  name?: string;
  description?: string | null;
  region?: "earth" | "eu" | "fedramp";
  versionCreationTimeout?: number | false;
}

/** Changes of a project. */
export type UpdateManagementProjectOptions = Pick<
  CreateManagementProjectOptions,
  "description" | "name" | "versionCreationTimeout"
>;

/** A webhook endpoint of a project. */
export interface ManagementWebhook {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  url: string;
  disabled: boolean;
  /** Deliveries per second. */
  rateLimit?: number;
  subscribedEvents: DomainEventType[];
  secret: { value: string } | null;
  additionalHeaders?: Record<string, string>;
  storageUpdatedThrottleSeconds: number;
  yDocUpdatedThrottleSeconds: number;
}

/** A webhook endpoint to create. */
export interface CreateManagementWebhookOptions {
  url: string;
  subscribedEvents: DomainEventType[];
  rateLimit?: number;
  additionalHeaders?: Record<string, string>;
  storageUpdatedThrottleSeconds?: number;
  yDocUpdatedThrottleSeconds?: number;
}

/** Changes of a webhook endpoint. */
export type UpdateManagementWebhookOptions = Partial<Omit<CreateManagementWebhookOptions, "additionalHeaders">> & {
  /** Disabling an endpoint drops its pending deliveries. */
  disabled?: boolean;
};

interface OfWebhook {
  projectId: string;
  webhookId: string;
}

/** Projects of a team, their keys and webhook endpoints. These methods need `managementToken`. */
export abstract class ManagementCalls extends CopilotCalls {
  /** @param params `query`: a filter, as in `name:"Docs"` */
  async getManagementProjects(
    { query, limit, cursor }: CursorOptions & { query?: string } = {},
    options?: RequestOptions,
  ): Promise<ListPage<ManagementProject>> {
    const page: WireForm<ListPage<ManagementProject>> = await this.json("getManagementProjects", {
      query: { query, limit, cursor },
      ...options,
    });
    return { ...page, data: page.data.map(projectOf) };
  }

  /** Goes through the projects of the team. */
  iterManagementProjects(criteria: { query?: string } = {}, { pageSize, ...options }: IterationOptions = {}) {
    return itemsOf((cursor) => this.getManagementProjects({ ...criteria, cursor, limit: pageSize }, options));
  }

  /** Creates a project. The answer has its secret key, which cannot be read again. */
  async createManagementProject(
    params: CreateManagementProjectOptions,
    options?: RequestOptions,
  ): Promise<ManagementProject> {
    return projectOf(await this.json("createManagementProject", { body: params, ...options }));
  }

  async getManagementProject(projectId: string, options?: RequestOptions): Promise<ManagementProject> {
    return projectOf(await this.json("getManagementProject", { path: { projectId }, ...options }));
  }

  async updateManagementProject(
    projectId: string,
    params: UpdateManagementProjectOptions,
    options?: RequestOptions,
  ): Promise<ManagementProject> {
    return projectOf(await this.json("updateManagementProject", { path: { projectId }, body: params, ...options }));
  }

  /** Deletes a project. Its keys stop working at once. */
  deleteManagementProject(projectId: string, options?: RequestOptions): Promise<void> {
    return this.nothing("deleteManagementProject", { path: { projectId }, ...options });
  }

  activatePublicKey(projectId: string, options?: RequestOptions): Promise<void> {
    return this.nothing("activatePublicKey", { path: { projectId }, ...options });
  }

  /** The public key stops working at once. */
  deactivatePublicKey(projectId: string, options?: RequestOptions): Promise<void> {
    return this.nothing("deactivatePublicKey", { path: { projectId }, ...options });
  }

  /** @param params `expirationIn`: how long the old key keeps working, as in `24 hours`; `now` unless given */
  async rollPublicKey(
    projectId: string,
    params: { expirationIn?: string } = {},
    options?: RequestOptions,
  ): Promise<{ publicKey: ManagementPublicKey }> {
    const { publicKey }: { publicKey: WireForm<ManagementPublicKey> } = await this.json("rollPublicKey", {
      path: { projectId },
      body: params,
      ...options,
    });
    return { publicKey: dated<ManagementPublicKey>(publicKey, "createdAt") };
  }

  /**
   * Makes a new secret key. It is in the answer, and cannot be read again.
   *
   * @param params `expirationIn`: how long the old key keeps working; `now` unless given. `newKeyExpirationIn`: how long the new
   *   one works; without end unless given
   */
  async rollSecretKey(
    projectId: string,
    params: { expirationIn?: string; newKeyExpirationIn?: string } = {},
    options?: RequestOptions,
  ): Promise<{ secretKey: ManagementSecretKey }> {
    const { secretKey }: { secretKey: WireForm<ManagementSecretKey> } = await this.json("rollSecretKey", {
      path: { projectId },
      body: params,
      ...options,
    });
    return { secretKey: dated<ManagementSecretKey>(secretKey, "createdAt") };
  }

  async getManagementWebhooks(
    params: { projectId: string } & CursorOptions,
    options?: RequestOptions,
  ): Promise<ListPage<ManagementWebhook>> {
    const { projectId, limit, cursor } = params;
    const page: WireForm<ListPage<ManagementWebhook>> = await this.json("getManagementWebhooks", {
      path: { projectId },
      query: { limit, cursor },
      ...options,
    });
    return { ...page, data: page.data.map(webhookOf) };
  }

  /** Goes through the webhook endpoints of a project. */
  iterManagementWebhooks({ projectId }: { projectId: string }, { pageSize, ...options }: IterationOptions = {}) {
    return itemsOf((cursor) => this.getManagementWebhooks({ projectId, cursor, limit: pageSize }, options));
  }

  async createManagementWebhook(
    params: { projectId: string } & CreateManagementWebhookOptions,
    options?: RequestOptions,
  ): Promise<ManagementWebhook> {
    const { projectId, ...body } = params;
    return webhookOf(await this.json("createManagementWebhook", { path: { projectId }, body, ...options }));
  }

  async getManagementWebhook(params: OfWebhook, options?: RequestOptions): Promise<ManagementWebhook> {
    return webhookOf(await this.json("getManagementWebhook", { path: ofWebhook(params), ...options }));
  }

  async updateManagementWebhook(
    params: OfWebhook & { data: UpdateManagementWebhookOptions },
    options?: RequestOptions,
  ): Promise<ManagementWebhook> {
    const { data } = params;
    return webhookOf(await this.json("updateManagementWebhook", { path: ofWebhook(params), body: data, ...options }));
  }

  deleteManagementWebhook(params: OfWebhook, options?: RequestOptions): Promise<void> {
    return this.nothing("deleteManagementWebhook", { path: ofWebhook(params), ...options });
  }

  /** Makes a new signing secret. Until the previous one expires, requests have a signature for each. */
  rollManagementWebhookSecret(
    params: OfWebhook,
    options?: RequestOptions,
  ): Promise<{ secret: { value: string }; message: string }> {
    return this.json("rollManagementWebhookSecret", { path: ofWebhook(params), ...options });
  }

  getManagementWebhookHeaders(
    params: OfWebhook,
    options?: RequestOptions,
  ): Promise<{ headers: Record<string, string> }> {
    return this.json("getManagementWebhookHeaders", { path: ofWebhook(params), ...options });
  }

  /** Adds headers to those that every request of the endpoint has. */
  addManagementWebhookHeaders(
    params: OfWebhook & { headers: Record<string, string> },
    options?: RequestOptions,
  ): Promise<{ headers: Record<string, string> }> {
    const { headers } = params;
    return this.json("addManagementWebhookHeaders", { path: ofWebhook(params), body: { headers }, ...options });
  }

  /** @param params `headers`: their names */
  deleteManagementWebhookHeaders(
    params: OfWebhook & { headers: string[] },
    options?: RequestOptions,
  ): Promise<{ headers: Record<string, string> }> {
    const { headers } = params;
    return this.json("deleteManagementWebhookHeaders", { path: ofWebhook(params), body: { headers }, ...options });
  }

  /** Resends the messages since a time whose attempts have all failed. */
  recoverFailedWebhookMessages(params: OfWebhook & { since: Date }, options?: RequestOptions): Promise<void> {
    const { since } = params;
    return this.nothing("recoverFailedWebhookMessages", { path: ofWebhook(params), body: { since }, ...options });
  }

  /** Sends a sample of an event. `deliveredAt` is absent if the first attempt failed. */
  async testManagementWebhook(
    params: OfWebhook & { subscribedEvent: DomainEventType },
    options?: RequestOptions,
  ): Promise<{ message: { id: string; deliveredAt?: Date } }> {
    const { subscribedEvent } = params;
    const { message }: { message: { id: string; deliveredAt?: string } } = await this.json("testManagementWebhook", {
      path: ofWebhook(params),
      body: { subscribedEvent },
      ...options,
    });
    return { message: dated<{ id: string; deliveredAt?: Date }>(message, "deliveredAt") };
  }
}

function ofWebhook({ projectId, webhookId }: OfWebhook) {
  return { projectId, webhookId };
}

function projectOf(wire: WireForm<ManagementProject>): ManagementProject {
  return {
    ...dated<ManagementProject>(wire, "createdAt", "updatedAt"),
    publicKey: dated<ManagementPublicKey>(wire.publicKey, "createdAt"),
    secretKey: wire.secretKey && dated<ManagementSecretKey>(wire.secretKey, "createdAt"),
  };
}

function webhookOf(wire: WireForm<ManagementWebhook>): ManagementWebhook {
  return dated<ManagementWebhook>(wire, "createdAt", "updatedAt");
}
