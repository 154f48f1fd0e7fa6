"use client";
import type { AppActivities, InboxNotificationCustomData, InboxNotificationTextMentionData } from "@weft/client";
import { forwardRef } from "react";
import type { ComponentType, ReactNode, Ref } from "react";
import { useOverrides } from "../config.tsx";
import { QuestionMark } from "../icon.tsx";
import type { SlotProp } from "../ui/slot.tsx";
import { UserName } from "../ui/user-name.tsx";
import type { InboxNotificationProps } from "./inbox-notification-layout.tsx";
import { InboxNotificationLayout, isUnreadNotification } from "./inbox-notification-layout.tsx";
import { InboxNotificationAvatar, InboxNotificationIcon } from "./inbox-notification-parts.tsx";
import type { InboxNotificationThreadProps } from "./inbox-notification-thread.tsx";
import { InboxNotificationThread } from "./inbox-notification-thread.tsx";
import { RoomName } from "./room-name.tsx";
import { useRoomUrl } from "./room-url.ts";

/** Props of `InboxNotification.TextMention`. */
export interface InboxNotificationTextMentionProps extends Omit<InboxNotificationProps, "kinds"> {
  readonly inboxNotification: InboxNotificationTextMentionData;
  readonly showRoomName?: boolean;
}

/** Props of `InboxNotification.Inspector`. */
export type InboxNotificationInspectorProps = Omit<InboxNotificationProps, "kinds" | "children">;

/** Props of `InboxNotification.Custom`. */
export interface InboxNotificationCustomProps extends Omit<InboxNotificationProps, "kinds" | "title">, SlotProp {
  readonly inboxNotification: InboxNotificationCustomData;
  readonly children: ReactNode;
  readonly title: ReactNode;
  /** At the side, such as an `InboxNotification.Icon` or an `InboxNotification.Avatar`. */
  readonly aside?: ReactNode;
  /** By default, it is if there is an `href`. */
  readonly markAsReadOnClick?: boolean;
}

/** Props of a component for notifications of threads. */
export type InboxNotificationThreadKindProps = Omit<InboxNotificationThreadProps, "kinds">;
/** Props of a component for mentions in texts. */
export type InboxNotificationTextMentionKindProps = Omit<InboxNotificationTextMentionProps, "kinds">;
/** Props of a component for a kind of the application's own. */
export type InboxNotificationCustomKindProps<K extends keyof AppActivities = keyof AppActivities> = Omit<
  InboxNotificationProps,
  "kinds"
> & { readonly inboxNotification: InboxNotificationCustomData<K> };

/** A mention of the user in a text editor. */
const InboxNotificationTextMention = forwardRef<HTMLAnchorElement, InboxNotificationTextMentionProps>(
  function InboxNotificationTextMention({ inboxNotification, showRoomName = true, ...props }, ref) {
    const texts = useOverrides(props.overrides);
    const { createdBy, roomId } = inboxNotification;
    const roomUrl = useRoomUrl(roomId);
    return (
      <InboxNotificationLayout
        {...props}
        href={props.href ?? roomUrl}
        ref={ref}
        inboxNotification={inboxNotification}
        isUnread={isUnreadNotification(inboxNotification)}
        markAsReadOnClick
        aside={<InboxNotificationAvatar userId={createdBy} />}
        title={texts.INBOX_NOTIFICATION_TEXT_MENTION(
          <UserName userId={createdBy} />,
          showRoomName ? <RoomName roomId={roomId} /> : undefined,
        )}
      />
    );
  },
);

/** A notification of a kind of the application's own. */
const InboxNotificationCustom = forwardRef<HTMLAnchorElement, InboxNotificationCustomProps>(
  function InboxNotificationCustom({ inboxNotification, markAsReadOnClick, aside, ...props }, ref) {
    return (
      <InboxNotificationLayout
        {...props}
        ref={ref}
        inboxNotification={inboxNotification}
        isUnread={isUnreadNotification(inboxNotification)}
        markAsReadOnClick={markAsReadOnClick ?? props.href !== undefined}
        aside={aside}
      />
    );
  },
);

/** The data of a notification, for developers of a component for its kind. */
const InboxNotificationInspector = forwardRef<HTMLAnchorElement, InboxNotificationInspectorProps>(
  function InboxNotificationInspector({ inboxNotification, ...props }, ref) {
    return (
      <InboxNotificationLayout
        {...props}
        ref={ref}
        inboxNotification={inboxNotification}
        isUnread={isUnreadNotification(inboxNotification)}
        markAsReadOnClick={false}
        aside={
          <InboxNotificationIcon>
            <QuestionMark />
          </InboxNotificationIcon>
        }
        title={<code>{inboxNotification.kind}</code>}
      >
        <pre className="lb-inbox-notification-inspector">{JSON.stringify(inboxNotification, null, 2)}</pre>
      </InboxNotificationLayout>
    );
  },
);

type KindComponent = ComponentType<Omit<InboxNotificationProps, "kinds"> & { readonly ref?: Ref<HTMLAnchorElement> }>;

/**
 * A notification, by its kind. Nothing is rendered for kinds of the application's own that `kinds` has no component for.
 *
 * @example
 * <InboxNotification
 *   inboxNotification={inboxNotification}
 *   href={`/rooms/${inboxNotification.roomId}`}
 *   kinds={{ $fileUploaded: FileUploaded }}
 * />
 */
export const InboxNotification = Object.assign(
  forwardRef<HTMLAnchorElement, InboxNotificationProps>(function InboxNotification({ kinds, ...props }, ref) {
    const { kind } = props.inboxNotification;
    const own = kinds?.[kind] as KindComponent | undefined;
    const Kind = own ?? (ofKind[kind] as KindComponent | undefined);
    return Kind === undefined ? null : <Kind {...props} ref={ref} />;
  }),
  {
    Thread: InboxNotificationThread,
    TextMention: InboxNotificationTextMention,
    Custom: InboxNotificationCustom,
    Inspector: InboxNotificationInspector,
    Icon: InboxNotificationIcon,
    Avatar: InboxNotificationAvatar,
  },
);

const ofKind: Readonly<Record<string, unknown>> = {
  thread: InboxNotificationThread,
  textMention: InboxNotificationTextMention,
};
