import type { ComponentPropsWithoutRef, ReactElement } from "react";
import { Avatar } from "../avatar.tsx";
import { classNames } from "../ui/class-names.ts";

export type InboxNotificationIconProps = ComponentPropsWithoutRef<"div">;

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
