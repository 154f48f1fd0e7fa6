import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearchParams } from "react-router";
import { meQuery } from "../api/use-me.ts";
import { chooseTheme, chosenTheme } from "../theme/theme.ts";
import { nextPath } from "./next-path.ts";

/** What follows a sign-in: everything is asked for anew, as somebody else, and the way goes on to `?next=`. */
export function useArrive(): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return async () => {
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
    await queries.refetchQueries({ queryKey: meQuery.queryKey });
    const theme = queries.getQueryData(meQuery.queryKey)?.preferences.theme;
    // What was chosen in this browser stays; where nothing was, the account knows.
    if (theme !== undefined && chosenTheme() === "system") chooseTheme(theme);
    await navigate(nextPath(search, location.origin), { replace: true });
  };
}
