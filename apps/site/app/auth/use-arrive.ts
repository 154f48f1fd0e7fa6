import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearchParams } from "react-router";
import { meQuery, refetchMe } from "../api/use-me.ts";
import { chooseTheme, chosenTheme } from "../theme/theme.ts";
import { nextPath } from "./next-path.ts";

/** Completes a sign-in: refetches everything as the new user, and continues to `?next=`. */
export function useArrive(): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return async () => {
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
    await refetchMe(queries);
    const theme = queries.getQueryData(meQuery.queryKey)?.preferences.theme;
    // Choices made in this browser are kept; otherwise those of the account apply.
    if (theme !== undefined && chosenTheme() === "system") chooseTheme(theme);
    await navigate(nextPath(search, location.origin), { replace: true });
  };
}
