import type { ReactNode } from "react";
import { Navigate, useSearchParams } from "react-router";
import { useMe } from "../api/use-me.ts";
import { nextPath } from "./next-path.ts";

/** Renders its children for signed-out users. Signed-in users are redirected to `?next=`. */
export function SignedInAway({ children }: { children: ReactNode }) {
  const { data: me } = useMe();
  const [search] = useSearchParams();
  if (me?.user) return <Navigate to={nextPath(search, location.origin)} replace />;
  return children;
}
