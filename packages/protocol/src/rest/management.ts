/** The management API: a team's projects and their keys, for back ends with a management token of the team. */
import { z } from "zod";
import { endpoint, integer } from "../endpoint.ts";
import { ProjectId } from "../ids.ts";
import { displayName } from "../internal/names.ts";
import { limits } from "../limits.ts";
import { StorableText } from "../storable.ts";
import { NewKeyLifetime, OldKeyLifetime } from "./key-lifetime.ts";

const instant = z.iso.datetime();

export const ManagedPublicKey = z
  .strictObject({
    activated: z.boolean().meta({ description: "Whether the key is accepted." }),
    createdAt: instant,
    value: z.string(),
  })
  .meta({ id: "PublicKey", description: "The public key of a project. While a key is being rolled, the newer key." });

export const ManagedSecretKey = z
  .strictObject({
    createdAt: instant,
    value: z.string().meta({
      description:
        "The full key in the response that creates it. The server stores only a hash, so later responses show `sk_…` and the last four characters.",
    }),
  })
  .meta({ id: "SecretKey", description: "The newest secret key of a project." });

const versionCreationTimeout = z
  .union([z.literal(false), z.int().min(limits.versionTimeoutSecondsMin).max(limits.versionTimeoutSecondsMax)])
  .meta({
    description: "Seconds from a change in a room until a version is created. `false` disables automatic versions.",
  });

export const ManagedProject = z
  .strictObject({
    id: ProjectId,
    teamId: z.string(),
    type: z.enum(["dev", "prod"]),
    name: z.string(),
    description: z.string().nullable(),
    createdAt: instant,
    updatedAt: instant.meta({
      description: "When the project's settings last changed. Changes to rooms and keys are not included.",
    }),
    publicKey: ManagedPublicKey,
    secretKey: ManagedSecretKey.nullable().meta({ description: "Null if all secret keys were revoked." }),
    region: z.enum(["earth", "eu", "fedramp"]),
    versionCreationTimeout,
  })
  .meta({ id: "Project", description: "A project of the team." });
export type ManagedProject = z.output<typeof ManagedProject>;

const tag = "Management";
const project = z.object({ projectId: ProjectId });
const name = displayName("Project", limits.projectNameLength).meta({
  type: "string",
  maxLength: limits.projectNameLength,
});
const description = StorableText.max(limits.projectDescriptionLength)
  .nullable()
  .meta({ description: `At most ${limits.projectDescriptionLength} characters.` });

export const listManagedProjects = endpoint({
  id: "list-management-projects",
  route: "GET /v2/management/projects",
  tag,
  summary: "List projects",
  description: 'Omits projects that are being deleted. The query can filter by name: `name:"Docs"`.',
  auth: "management",
  scope: "read:all",
  query: z.object({
    query: z.string().max(limits.queryLength).optional().meta({ description: "A filter in the query language." }),
    limit: integer({ min: 1, max: limits.pageSizeMax, default: limits.pageSize, description: "Projects per page." }),
    cursor: z.string().optional().meta({ description: "The `nextCursor` of the previous page." }),
  }),
  returns: z.strictObject({
    data: z.array(ManagedProject),
    nextCursor: z.string().nullable().meta({ description: "Null on the last page." }),
  }),
  errors: ["INVALID_QUERY"],
});

export const createManagedProject = endpoint({
  id: "create-management-project",
  route: "POST /v2/management/projects",
  tag,
  summary: "Create project",
  description:
    "The response contains the project's secret key. Store it, because it cannot be read again. Projects can be restricted to the regions that the server's `WEFT_REGIONS` names; `earth` is no restriction.",
  auth: "management",
  scope: "write:all",
  body: z.object({
    type: z.enum(["dev", "prod"]),
    name: name.optional(),
    description: description.optional(),
    region: z.enum(["earth", "eu", "fedramp"]).default("earth"),
    versionCreationTimeout: versionCreationTimeout.default(false),
  }),
  returns: ManagedProject,
});

export const getManagedProject = endpoint({
  id: "get-management-project",
  route: "GET /v2/management/projects/{projectId}",
  tag,
  summary: "Get project",
  auth: "management",
  scope: "read:all",
  path: project,
  returns: ManagedProject,
  errors: ["PROJECT_NOT_FOUND"],
});

export const updateManagedProject = endpoint({
  id: "update-management-project",
  route: "POST /v2/management/projects/{projectId}",
  tag,
  summary: "Update project",
  description: "Absent properties don't change. `null` removes the description.",
  auth: "management",
  scope: "write:all",
  path: project,
  body: z.object({
    name: name.optional(),
    description: description.optional(),
    versionCreationTimeout: versionCreationTimeout.optional(),
  }),
  returns: ManagedProject,
  errors: ["PROJECT_NOT_FOUND"],
});

export const deleteManagedProject = endpoint({
  id: "delete-management-project",
  route: "DELETE /v2/management/projects/{projectId}",
  tag,
  summary: "Delete project",
  description:
    "The project's keys stop working immediately. A development project is deleted with its rooms. The data of a production project is deleted after a grace period. Until then, team owners can undo the deletion in the dashboard.",
  auth: "management",
  scope: "write:all",
  path: project,
  returns: { empty: true },
  errors: ["PROJECT_NOT_FOUND"],
});

export const activatePublicKey = endpoint({
  id: "activate-public-key",
  route: "POST /v2/management/projects/{projectId}/api-keys/public/activate",
  tag,
  summary: "Activate public key",
  auth: "management",
  scope: "write:all",
  path: project,
  returns: { empty: true },
  errors: ["PROJECT_NOT_FOUND"],
});

export const deactivatePublicKey = endpoint({
  id: "deactivate-public-key",
  route: "POST /v2/management/projects/{projectId}/api-keys/public/deactivate",
  tag,
  summary: "Deactivate public key",
  description: "The key stops working immediately, and so does a rolled key that has not expired yet.",
  auth: "management",
  scope: "write:all",
  path: project,
  returns: { empty: true },
  errors: ["PROJECT_NOT_FOUND"],
});

export const rollPublicKey = endpoint({
  id: "roll-public-key",
  route: "POST /v2/management/projects/{projectId}/api-keys/public/roll",
  tag,
  summary: "Roll public key",
  auth: "management",
  scope: "write:all",
  path: project,
  body: z.object({ expirationIn: OldKeyLifetime }).prefault({}),
  returns: z.strictObject({ publicKey: ManagedPublicKey }),
  errors: ["PROJECT_NOT_FOUND", "PUBLIC_KEY_NOT_ENABLED"],
});

export const rollSecretKey = endpoint({
  id: "roll-secret-key",
  route: "POST /v2/management/projects/{projectId}/api-keys/secret/roll",
  tag,
  summary: "Roll secret key",
  description:
    "Other secret keys of the project keep working. A project without a secret key gets a new one. The response contains the new key. Store it, because it cannot be read again.",
  auth: "management",
  scope: "write:all",
  path: project,
  body: z.object({ expirationIn: OldKeyLifetime, newKeyExpirationIn: NewKeyLifetime }).prefault({}),
  returns: z.strictObject({ secretKey: ManagedSecretKey }),
  errors: ["PROJECT_NOT_FOUND"],
});

export const managementEndpoints = [
  listManagedProjects,
  createManagedProject,
  getManagedProject,
  updateManagedProject,
  deleteManagedProject,
  activatePublicKey,
  deactivatePublicKey,
  rollPublicKey,
  rollSecretKey,
] as const;
