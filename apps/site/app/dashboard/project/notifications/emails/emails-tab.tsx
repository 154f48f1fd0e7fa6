import { useState } from "react";
import { Link } from "react-router";
import { Button } from "../../../../ui/button.tsx";
import { useFilters } from "../../../shared/use-filters.ts";
import { UserField } from "../../shared/user-field.tsx";
import { SampleEmail } from "./sample-email.tsx";
import { UserEmails } from "./user-emails.tsx";

/** Emails about the unread notifications of a user, as `@weft/emails` makes them. */
export function EmailsTab() {
  const filters = useFilters(["user", "notification"]);
  const { user } = filters.values;
  const [typed, setTyped] = useState(user);
  const [known, setKnown] = useState(user);
  if (known !== user) {
    setKnown(user);
    setTyped(user);
  }
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <p className="max-w-2xl text-sm text-muted">
        Weft sends webhook events about unread notifications, and your back end sends the emails. Preview the emails of{" "}
        <Link to="/docs/api-reference/weft-emails" className="link">
          @weft/emails
        </Link>{" "}
        for a user. User IDs are shown as names, because names come from your back end.
      </p>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          filters.set({ user: typed.trim(), notification: null });
        }}
      >
        <UserField first label="User ID" value={typed} onChange={setTyped} className="min-w-56 flex-1 sm:max-w-sm" />
        <Button type="submit" disabled={typed.trim() === "" || typed.trim() === user}>
          Show emails
        </Button>
      </form>
      {user === "" ? (
        <SampleEmail title="Enter a user ID to preview their emails" />
      ) : (
        <UserEmails
          key={user}
          userId={user}
          chosen={filters.values.notification}
          onChoose={(notification) => filters.set({ notification })}
        />
      )}
    </div>
  );
}
