import {
  activatePublicKey,
  createManagedProject,
  deactivatePublicKey,
  deleteManagedProject,
  getManagedProject,
  listManagedProjects,
  rollPublicKey,
  rollSecretKey,
  updateManagedProject,
} from "@weft/protocol";
import { implement, routes } from "./route.ts";

/** The management API: a team's projects and their keys. */
export const managementRoutes = routes(
  implement(listManagedProjects, ({ query, program }, { managedProjects }) => managedProjects.list(program, query)),

  implement(createManagedProject, ({ body, program }, { managedProjects }) => managedProjects.create(program, body)),

  implement(getManagedProject, ({ path, program }, { managedProjects }) =>
    managedProjects.get(program, path.projectId),
  ),

  implement(updateManagedProject, ({ path, body, program }, { managedProjects }) =>
    managedProjects.update(program, path.projectId, body),
  ),

  implement(deleteManagedProject, ({ path, program }, { managedProjects }) =>
    managedProjects.delete(program, path.projectId),
  ),

  implement(activatePublicKey, ({ path, program }, { managedProjects }) =>
    managedProjects.switchPublicKey(program, path.projectId, true),
  ),

  implement(deactivatePublicKey, ({ path, program }, { managedProjects }) =>
    managedProjects.switchPublicKey(program, path.projectId, false),
  ),

  implement(rollPublicKey, async ({ path, body, program }, { managedProjects }) => ({
    publicKey: await managedProjects.rollPublicKey(program, path.projectId, { oldKeyMs: body.expirationIn }),
  })),

  implement(rollSecretKey, async ({ path, body, program }, { managedProjects }) => ({
    secretKey: await managedProjects.rollSecretKey(program, path.projectId, {
      oldKeyMs: body.expirationIn,
      newKeyMs: body.newKeyExpirationIn,
    }),
  })),
);
