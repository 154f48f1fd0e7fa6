import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link } from "react-router";
import { Button } from "../../../../ui/button.tsx";
import { Field } from "../../../../ui/field.tsx";
import { Input } from "../../../../ui/input.tsx";
import { useFilters } from "../../../shared/use-filters.ts";
import { useProject } from "../../shared/project-context.ts";
import { usersQuery } from "../../users/users-queries.ts";
import { SampleEmail } from "./sample-email.tsx";
import { UserEmails } from "./user-emails.tsx";

/** Emails about the unread notifications of a user, as `@weft/emails` makes them. */
export function EmailsTab() {
  const { project } = useProject();
  const filters = useFilters(["user", "notification"]);
  const { user } = filters.values;
  const [typed, setTyped] = useState(user);
  const [known, setKnown] = useState(user);
  if (known !== user) {
    setKnown(user);
    setTyped(user);
  }
  const suggestions = useId();
  const users = useQuery(usersQuery(project.id, typed.trim(), ""));
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
        <Field label="User ID" className="min-w-56 flex-1 sm:max-w-sm">
          <Input
            value={typed}
            data-first-filter
            spellCheck={false}
            autoComplete="off"
            placeholder="user-1"
            list={suggestions}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <datalist id={suggestions}>
          {users.data?.data.map(({ id }) => (
            <option key={id} value={id} />
          ))}
        </datalist>
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
