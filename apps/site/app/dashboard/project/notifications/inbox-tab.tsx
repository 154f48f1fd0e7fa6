import { useState } from "react";
import { useSiteConfig } from "../../../api/use-site-config.ts";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { useFilters } from "../../shared/use-filters.ts";
import { UserField } from "../shared/user-field.tsx";
import { UserInbox } from "./user-inbox.tsx";
import { UserSettingsCard } from "./user-settings-card.tsx";

/** What one user is notified of, once their id was entered. */
export function InboxTab() {
  const filters = useFilters(["user"]);
  const { user } = filters.values;
  const [typed, setTyped] = useState(user);
  const [known, setKnown] = useState(user);
  if (known !== user) {
    setKnown(user);
    setTyped(user);
  }
  return (
    <div className="flex flex-col gap-6">
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          filters.set({ user: typed.trim() });
        }}
      >
        <UserField first label="User ID" value={typed} onChange={setTyped} className="min-w-56 flex-1 sm:max-w-sm" />
        <Button type="submit" disabled={typed.trim() === "" || typed.trim() === user}>
          Show inbox
        </Button>
      </form>
      {user === "" ? (
        <InboxIntroduction />
      ) : (
        <div className="flex flex-col gap-6" key={user}>
          <UserInbox userId={user} />
          <UserSettingsCard userId={user} />
        </div>
      )}
    </div>
  );
}

function InboxIntroduction() {
  const { data: config } = useSiteConfig();
  return (
    <EmptyState title="Enter a user ID to see their inbox">
      <p>Weft creates notifications for threads and text mentions. Trigger other kinds from your back end:</p>
      {config && (
        <CodeBlock
          title="Terminal"
          code={`curl -X POST "${config.serverUrl}/v2/inbox-notifications/trigger" \\
  -H "Authorization: Bearer $WEFT_SECRET_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "userId": "user-1", "kind": "$fileUploaded",
        "subjectId": "report.pdf", "activityData": { "size": 3 } }'`}
        />
      )}
    </EmptyState>
  );
}
