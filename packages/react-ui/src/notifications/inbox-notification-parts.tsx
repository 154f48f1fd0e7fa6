import type { ComponentPropsWithoutRef, ReactElement } from "react";
import { Avatar } from "../avatar.tsx";
import { classNames } from "../ui/class-names.ts";

/** Props of `InboxNotification.Icon`. */
export type InboxNotificationIconProps = ComponentPropsWithoutRef<"div">;

/** Props of `InboxNotification.Avatar`. */
export interface InboxNotificationAvatarProps extends ComponentPropsWithoutRef<"div"> {
  readonly userId: string;
}

/** An icon at the side of a notification. */
export function InboxNotificationIcon({ className, ...props }: InboxNotificationIconProps): ReactElement {
  return <div {...props} className={classNames("lb-inbox-notification-icon", className)} />;
}

/** A user's picture at the side of a notification. */
export function InboxNotificationAvatar({ className, ...props }: InboxNotificationAvatarProps): ReactElement {
  return <Avatar {...props} className={classNames("lb-inbox-notification-avatar", className)} />;
}
