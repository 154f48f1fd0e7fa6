import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../../../shared/loaded.tsx";
import { Field } from "../../../../ui/field.tsx";
import { Select } from "../../../../ui/select.tsx";
import { useProject } from "../../shared/project-context.ts";
import { userSettingsQuery } from "../notification-queries.ts";
import type { EmailNotification } from "./email-event.ts";
import { emailNotificationsQuery, emailQuery } from "./email-queries.ts";
import { EmailView } from "./email-view.tsx";
import { SampleEmail } from "./sample-email.tsx";

export interface UserEmailsProps {
  userId: string;
  /** The ID of a notification, or empty for the latest. */
  chosen: string;
  onChoose: (notificationId: string) => void;
}

/** The emails about a user's unread notifications. */
export function UserEmails({ userId, chosen, onChoose }: UserEmailsProps) {
  const { project } = useProject();
  const notifications = useQuery(emailNotificationsQuery(project.id, userId));
  return (
    <Loaded query={notifications}>
      {(unread) => {
        const notification = unread.find(({ id }) => id === chosen) ?? unread[0];
        if (notification === undefined)
          return <SampleEmail title={`${userId} has no unread notifications about threads or text mentions`} />;
        return (
          <div className="flex min-w-0 flex-col gap-5">
            <Field label="Notification" className="sm:max-w-sm">
              <Select
                options={unread.map((one) => ({ value: one.id, label: labelOf(one) }))}
                value={notification.id}
                onValueChange={onChoose}
              />
            </Field>
            <EmailChannelNote userId={userId} kind={notification.kind} />
            <NotificationEmail key={notification.id} userId={userId} notification={notification} />
          </div>
        );
      }}
    </Loaded>
  );
}

function labelOf({ kind, roomId, notifiedAt }: EmailNotification): string {
  const time = new Date(notifiedAt).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  return `${kind === "thread" ? "Thread" : "Text mention"} in ${roomId}, ${time}`;
}

/** Says that no webhook event is sent. */
function EmailChannelNote({ userId, kind }: { userId: string; kind: EmailNotification["kind"] }) {
  const { project } = useProject();
  const settings = useQuery(userSettingsQuery(project.id, userId));
  if (settings.data === undefined || settings.data.email?.[kind] === true) return null;
  return (
    <p className="rounded-lg border border-warning-line bg-warning-soft px-4 py-2.5 text-sm text-warning">
      The email channel is off for <code className="text-xs">{kind}</code> notifications of this user, so Weft sends no
      webhook event for this email.
    </p>
  );
}

function NotificationEmail({ userId, notification }: { userId: string; notification: EmailNotification }) {
  const { project } = useProject();
  const email = useQuery(emailQuery(project, userId, notification));
  return (
    <Loaded query={email}>
      {(found) =>
        found === null ? (
          <p className="rounded-lg border border-dashed border-line-strong px-6 py-12 text-center text-sm text-muted">
            No email is sent: the comments or the mention were read or deleted.
          </p>
        ) : (
          <EmailView email={found} kind={notification.kind} />
        )
      }
    </Loaded>
  );
}
