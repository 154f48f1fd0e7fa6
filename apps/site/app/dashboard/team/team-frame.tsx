import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { RequestFailed } from "../../api/request-failed.ts";
import NotFoundPage from "../frame/not-found-page.tsx";
import { teamQuery } from "./use-team.ts";

/** Every page of a team. Users outside the team see the same page as at an address that does not exist. */
export function TeamFrame({ teamId, children }: { teamId: string; children: ReactNode }) {
  const { error } = useQuery(teamQuery(teamId));
  if (error instanceof RequestFailed && error.status === 404) return <NotFoundPage />;
  return children;
}
