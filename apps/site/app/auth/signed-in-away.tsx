import type { ReactNode } from "react";
import { Navigate, useSearchParams } from "react-router";
import { useMe } from "../api/use-me.ts";
import { nextPath } from "./next-path.ts";

/** Its children for whoever is not signed in; others go on to where they wanted. */
export function SignedInAway({ children }: { children: ReactNode }) {
  const { data: me } = useMe();
  const [search] = useSearchParams();
  if (me?.user) return <Navigate to={nextPath(search, location.origin)} replace />;
  return children;
}
