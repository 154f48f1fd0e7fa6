import { Outlet } from "react-router";
import { RequestFailed } from "../../api/request-failed.ts";
import NotFoundPage from "../frame/not-found-page.tsx";
import { useTeam } from "./use-team.ts";

/** Every page of a team; somebody who is not in it reads what anybody reads whose address leads nowhere. */
export default function TeamFrame() {
  const team = useTeam();
  if (team.error instanceof RequestFailed && team.error.status === 404) return <NotFoundPage />;
  return <Outlet />;
}
