import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { meQuery, refetchMe } from "../api/use-me.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { Button } from "../ui/button.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { authClient } from "./auth-client.ts";
import { AuthPage } from "./auth-page.tsx";
import { FormMessage } from "../ui/form-message.tsx";

export const meta = () => pageMeta({ title: "Signing out", indexed: false });

/** Ends the session and returns to the first page, or to the sign-in with the way that was asked for. */
export default function SignOutPage() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const next = search.get("next");

  useEffect(() => {
    setFailed(false);
    void authClient.signOut().then(async ({ error }) => {
      if (error && error.status !== 401) return setFailed(true);
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
      await refetchMe(queries);
      return navigate(next === null ? "/" : `/sign-in?${new URLSearchParams({ next }).toString()}`, { replace: true });
    });
  }, [attempt, navigate, next, queries]);

  return (
    <AuthPage title={failed ? "Couldn't sign you out" : "Signing out"}>
      {failed ? (
        <div className="flex flex-col gap-4">
          <FormMessage>Can't reach the server.</FormMessage>
          <Button variant="primary" onClick={() => setAttempt((before) => before + 1)}>
            Try again
          </Button>
        </div>
      ) : (
        <Spinner />
      )}
    </AuthPage>
  );
}
