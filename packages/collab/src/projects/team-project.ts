import type { NewProject } from "./new-project.ts";

/** A project as a team creates it: in development, clients may create rooms with the public key. */
export function teamProject(draft: Omit<NewProject, "publicKeyCreatesRooms"> & { readonly team: string }): NewProject {
  return { ...draft, publicKeyCreatesRooms: draft.type === "dev" };
}
