import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { authClient } from "../../auth/auth-client.ts";
import { FormMessage } from "../../ui/form-message.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { answered } from "./auth-answer.ts";
import { describeBrowser } from "./describe-browser.ts";

export const sessionsKey = ["sessions"] as const;

/** Where this account is signed in; any of them can be ended from here. */
export function OpenSessions() {
  const sessions = useQuery({
    queryKey: sessionsKey,
    queryFn: async () => {
      const [all, own] = await Promise.all([answered(authClient.listSessions()), answered(authClient.getSession())]);
      return all
        .map((session) => ({ ...session, isThis: session.token === own.session.token }))
        .toSorted((a, b) => Number(b.isThis) - Number(a.isThis) || +new Date(b.updatedAt) - +new Date(a.updatedAt));
    },
  });
  const [busy, setBusy] = useState<string>();
  const [failed, setFailed] = useState(false);
  const end = async (what: string, call: () => Promise<{ error: unknown }>) => {
    setBusy(what);
    const { error } = await call();
    setFailed(error !== null);
    await sessions.refetch();
    setBusy(undefined);
  };
  return (
    <div className="flex flex-col items-start gap-4">
      <Loaded query={sessions}>
        {(list) => (
          <>
            <ul className="w-full divide-y divide-line rounded-lg border border-line bg-surface">
              {list.map(({ token, userAgent, ipAddress, updatedAt, isThis }) => (
                <li key={token} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm">
                  <div className="min-w-0 flex-1">
                    <p className="flex items-center gap-2 font-medium">
                      {describeBrowser(userAgent ?? "")}
                      {isThis && <Badge tone="accent">This browser</Badge>}
                    </p>
                    <p className="text-muted">
                      {ipAddress ? `${ipAddress} · ` : ""}
                      {isThis ? "Active now" : <RelativeTime at={updatedAt} />}
                    </p>
                  </div>
                  {!isThis && (
                    <Button
                      size="sm"
                      variant="ghost"
                      busy={busy === token}
                      onClick={() => void end(token, () => authClient.revokeSession({ token }))}
                    >
                      Sign out
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {list.length > 1 && (
              <Button
                className="mt-4"
                busy={busy === "others"}
                onClick={() => void end("others", () => authClient.revokeOtherSessions())}
              >
                Sign out of all other sessions
              </Button>
            )}
          </>
        )}
      </Loaded>
      <FormMessage>{failed ? "Couldn't end the session. Try again." : undefined}</FormMessage>
    </div>
  );
}
