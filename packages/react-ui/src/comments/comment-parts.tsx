/** What comments are headed with: also for applications, at `Comment.Avatar`, `Comment.Author` and `Comment.Date`. */
import { forwardRef } from "react";
import type { ComponentPropsWithoutRef, ReactElement, ReactNode } from "react";
import { Avatar } from "../avatar.tsx";
import { Timestamp } from "../primitives/timestamp.tsx";
import { classNames } from "../ui/class-names.ts";
import { DropdownMenuItem } from "../ui/dropdown-menu.tsx";
import { UserName } from "../ui/user-name.tsx";

/** Props of `Comment.Avatar`. */
export interface CommentAvatarProps extends Omit<ComponentPropsWithoutRef<"div">, "children"> {
  readonly userId: string;
}

/** Props of `Comment.Author`. */
export interface CommentAuthorProps extends Omit<ComponentPropsWithoutRef<"span">, "children"> {
  readonly userId: string;
}

/** Props of `Comment.Date`. */
export interface CommentDateProps extends Omit<ComponentPropsWithoutRef<"span">, "children"> {
  readonly date: Date | string | number;
  /** By default that of the texts. */
  readonly locale?: string;
}

/** Props of `Comment.DropdownItem`. */
export interface CommentDropdownItemProps extends Omit<ComponentPropsWithoutRef<"div">, "onSelect"> {
  readonly icon?: ReactNode;
  /** Called before the menu closes. It stays open if the event's default is prevented. */
  readonly onSelect?: (event: Event) => void;
}

/** The picture of a comment's author. */
export function CommentAvatar({ className, ...props }: CommentAvatarProps): ReactElement {
  return <Avatar {...props} className={classNames("lb-comment-avatar", className)} />;
}

/** The name of a comment's author. */
export function CommentAuthor({ className, ...props }: CommentAuthorProps): ReactElement {
  return <UserName {...props} className={classNames("lb-comment-author", className)} />;
}

/** When a comment was written. */
export function CommentDate({ date, locale, className, ...props }: CommentDateProps): ReactElement {
  return (
    <span {...props} className={classNames("lb-date lb-comment-date", className)}>
      <Timestamp className="lb-comment-date-created" date={date} locale={locale} />
    </span>
  );
}

/** An item of a comment's menu. */
export const CommentDropdownItem = forwardRef<HTMLDivElement, CommentDropdownItemProps>(
  function CommentDropdownItem(props, ref) {
    return <DropdownMenuItem {...props} ref={ref} />;
  },
);
