import { useQuery } from "@tanstack/react-query";
import { useMe } from "../../api/use-me.ts";
import { projectQuery } from "../project/shared/project-query.ts";
import type { Place } from "./place.ts";

/** The project of the address, once it is known to be one of the user's. */
export function useOpenProject(place: Place) {
  const { data: me } = useMe();
  const projectId = place.kind === "project" ? place.projectId : "";
  return useQuery({ ...projectQuery(projectId), enabled: projectId !== "" && me?.user != null });
}
