import type { Project } from "@weft/protocol";
import { createContext, useContext } from "react";

export interface OpenProject {
  readonly project: Project;
  /** Whether one owns the team. */
  readonly owner: boolean;
  /** The address that the project's screens begin with. */
  readonly base: string;
}

export const ProjectContext = createContext<OpenProject | null>(null);

/** The project whose screens are open. */
export function useProject(): OpenProject {
  const open = useContext(ProjectContext);
  if (open === null) throw new Error("This hook can be used on the pages of a project only.");
  return open;
}
