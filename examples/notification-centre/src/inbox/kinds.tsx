import { InboxNotification } from "@liveblocks/react-ui";
import type { InboxNotificationCustomKindProps } from "@liveblocks/react-ui";

/** How kinds of your own look. Everything else of a notification is the component's. */
export const kinds = { $invitation: Invitation, $deployment: Deployment };

function Invitation(props: InboxNotificationCustomKindProps<"$invitation">) {
  const { activities } = props.inboxNotification;
  return (
    <InboxNotification.Custom
      {...props}
      title={
        <>
          You are invited to <strong>{activities[0]?.data.document}</strong>
        </>
      }
      aside={<InboxNotification.Icon>{icon("M3 5.500h14v9H3zM3 6l7 5 7-5")}</InboxNotification.Icon>}
    >
      {activities.length > 1 ? `You were invited ${activities.length} times.` : "You can view and comment."}
    </InboxNotification.Custom>
  );
}

function Deployment(props: InboxNotificationCustomKindProps<"$deployment">) {
  const newest = props.inboxNotification.activities.at(-1)?.data;
  if (newest === undefined || !("service" in newest)) return null;
  const { service, version, succeeded } = newest;
  return (
    <InboxNotification.Custom
      {...props}
      title={
        <>
          <strong>
            {service} {version}
          </strong>{" "}
          {succeeded ? "was deployed" : "could not be deployed"}
        </>
      }
      aside={
        <InboxNotification.Icon>
          {icon(succeeded ? "m4 10.500 4 4 8-9" : "M10 4v8M10 15.500v.1")}
        </InboxNotification.Icon>
      }
    >
      {succeeded ? "All checks passed." : "A check failed. The previous version is still running."}
    </InboxNotification.Custom>
  );
}

function icon(path: string) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden="true"
    >
      <path strokeLinecap="round" strokeLinejoin="round" d={path} />
    </svg>
  );
}
