import type {
  AppActivities,
  InboxNotificationCustomData,
  InboxNotificationData,
  InboxNotificationTextMentionData,
  InboxNotificationThreadData,
} from "@weft/client";
import { useDeleteInboxNotification, useMarkInboxNotificationAsRead } from "@weft/react";
import { forwardRef } from "react";
import type {
  ComponentPropsWithoutRef,
  ComponentType,
  KeyboardEvent,
  MouseEvent,
  ReactElement,
  ReactNode,
  RefAttributes,
} from "react";
import type { GlobalComponents } from "../config.tsx";
import { useComponents, useOverrides } from "../config.tsx";
import { Check, Ellipsis } from "../icon.tsx";
import type {
  CommentOverrides,
  GlobalOverrides,
  InboxNotificationOverrides,
  ThreadOverrides,
} from "../overrides/overrides.ts";
import { Timestamp } from "../primitives/timestamp.tsx";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { DropdownMenu, DropdownMenuItem } from "../ui/dropdown-menu.tsx";
import { Delete } from "../ui/own-icons.tsx";
import { Slot } from "../ui/slot.tsx";
import { Tooltip } from "../ui/tooltip.tsx";

type KindComponent<N> = ComponentType<
  Omit<InboxNotificationProps, "kinds"> & RefAttributes<HTMLAnchorElement> & { readonly inboxNotification: N }
>;

/** Components for kinds of notifications. */
export type InboxNotificationKinds = {
  readonly [K in keyof AppActivities]?: KindComponent<InboxNotificationCustomData<K>>;
} & {
  readonly thread?: KindComponent<InboxNotificationThreadData>;
  readonly textMention?: KindComponent<InboxNotificationTextMentionData>;
};

/** Props of `InboxNotification`. */
export interface InboxNotificationProps extends Omit<ComponentPropsWithoutRef<"a">, "title"> {
  readonly inboxNotification: InboxNotificationData;
  /** Whether there is a menu: always, or while the pointer or the focus is in it. By default "hover". */
  readonly showActions?: boolean | "hover";
  /** Components for kinds of notifications: `thread`, `textMention`, and those of the application, such as `$fileUploaded`. */
  readonly kinds?: InboxNotificationKinds;
  readonly overrides?: Partial<GlobalOverrides & InboxNotificationOverrides & ThreadOverrides & CommentOverrides>;
  readonly components?: Partial<GlobalComponents>;
}

export interface InboxNotificationLayoutProps extends Omit<InboxNotificationProps, "kinds"> {
  readonly title: ReactNode;
  readonly aside: ReactNode;
  readonly children?: ReactNode;
  readonly isUnread: boolean;
  readonly markAsReadOnClick: boolean;
  /** In the menu, after those of all notifications. */
  readonly menuItems?: ReactNode;
  /** Whether `children`, which is one element, is rendered instead of all of it. */
  readonly asChild?: boolean;
}

/** What notifications of all kinds have: a link, what happened and when, and a menu. */
export const InboxNotificationLayout = forwardRef<HTMLAnchorElement, InboxNotificationLayoutProps>(
  function InboxNotificationLayout(
    {
      inboxNotification,
      title,
      aside,
      children,
      isUnread,
      markAsReadOnClick,
      menuItems,
      asChild = false,
      showActions = "hover",
      overrides,
      components,
      className,
      href,
      onClick,
      ...props
    },
    ref,
  ) {
    const texts = useOverrides(overrides);
    const { Anchor } = useComponents(components);
    const markAsRead = useMarkInboxNotificationAsRead();
    const { id } = inboxNotification;
    const click = (event: MouseEvent<HTMLAnchorElement>) => {
      onClick?.(event);
      if (isUnread && markAsReadOnClick && !event.defaultPrevented) markAsRead(id);
    };
    const { target, rel, download, hrefLang, referrerPolicy, ...others } = props;
    const anchor = { href, target, rel, download, hrefLang, referrerPolicy, onClick: click, ref };
    const root = {
      dir: texts.dir,
      ...others,
      className: classNames("lb-root lb-inbox-notification", className),
      "data-unread": isUnread ? "" : undefined,
      "data-clickable": href === undefined && onClick === undefined ? undefined : "",
      "data-kind": inboxNotification.kind,
      "data-show-actions": showActions === true ? "always" : showActions === "hover" ? "hover" : undefined,
    };
    if (asChild)
      return (
        <Slot {...root} {...anchor}>
          {children}
        </Slot>
      );
    const shownTitle = <span className="lb-inbox-notification-title">{title}</span>;
    const linkClass = "lb-inbox-notification-link";
    return (
      <div {...(root as ComponentPropsWithoutRef<"div">)}>
        <div className="lb-inbox-notification-aside">{aside}</div>
        <div className="lb-inbox-notification-content">
          <div className="lb-inbox-notification-header">
            {/* The link covers the notification. What is in it besides, such as the menu, is above. */}
            {href !== undefined && Anchor !== "a" ? (
              <Anchor {...anchor} className={linkClass}>
                {shownTitle}
              </Anchor>
            ) : (
              <a
                {...anchor}
                className={linkClass}
                {...(href === undefined && onClick !== undefined ? buttonProps : {})}
              >
                {shownTitle}
              </a>
            )}
            <span className="lb-inbox-notification-details">
              <Timestamp className="lb-date lb-inbox-notification-date" date={inboxNotification.notifiedAt} />
              {isUnread ? <span className="lb-inbox-notification-unread-indicator" /> : null}
            </span>
          </div>
          {children === undefined || children === null ? null : (
            <div className="lb-inbox-notification-body">{children}</div>
          )}
        </div>
        {showActions === false ? null : (
          <NotificationMenu id={id} isUnread={isUnread} overrides={overrides} menuItems={menuItems} />
        )}
      </div>
    );
  },
);

/** Of a link without an address, which does what its handler does. */
const buttonProps = {
  role: "button",
  tabIndex: 0,
  onKeyDown: (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.currentTarget.click();
  },
} as const;

interface NotificationMenuProps extends Pick<InboxNotificationLayoutProps, "overrides" | "menuItems" | "isUnread"> {
  readonly id: string;
}

function NotificationMenu({ id, isUnread, overrides, menuItems }: NotificationMenuProps): ReactElement {
  const texts = useOverrides(overrides);
  const markAsRead = useMarkInboxNotificationAsRead();
  const remove = useDeleteInboxNotification();
  return (
    <div className="lb-inbox-notification-actions">
      <DropdownMenu
        label={texts.INBOX_NOTIFICATION_MORE}
        trigger={
          <Tooltip content={texts.INBOX_NOTIFICATION_MORE}>
            <Button
              className="lb-inbox-notification-action"
              icon={<Ellipsis />}
              aria-label={texts.INBOX_NOTIFICATION_MORE}
            />
          </Tooltip>
        }
      >
        {isUnread ? (
          <DropdownMenuItem icon={<Check />} onSelect={() => markAsRead(id)}>
            {texts.INBOX_NOTIFICATION_MARK_AS_READ}
          </DropdownMenuItem>
        ) : null}
        {menuItems}
        <DropdownMenuItem icon={<Delete />} onSelect={() => remove(id)}>
          {texts.INBOX_NOTIFICATION_DELETE}
        </DropdownMenuItem>
      </DropdownMenu>
    </div>
  );
}

/** Whether the user has not read a notification since the last thing happened. */
export function isUnreadNotification({ readAt, notifiedAt }: InboxNotificationData): boolean {
  return readAt === null || readAt < notifiedAt;
}
