"use client";
import { useGroupInfo, useUser } from "@weft/react";
import { forwardRef, useState } from "react";
import type { ComponentProps, ComponentPropsWithoutRef, ForwardedRef, ReactElement, ReactNode } from "react";
import { readableOn } from "./presence/user-color.ts";
import { shownInfo } from "./presence/user-info.ts";
import { classNames } from "./ui/class-names.ts";
import { Tooltip } from "./ui/tooltip.tsx";

/** Props of Avatar. Those of a `div` go to its element. */
export interface AvatarProps extends Omit<ComponentPropsWithoutRef<"div">, "color"> {
  /** The address of a picture. */
  readonly src?: string;
  /** The name: its initials are shown without a picture, and it is read by screen readers. */
  readonly name?: string;
  /** Behind initials. */
  readonly color?: string;
  /** What the tooltip shows. By default there is none. */
  readonly tooltip?: ReactNode;
  /** An outline, or its color. Numbers are pixels. */
  readonly outline?:
    | string
    | boolean
    | { readonly color?: string; readonly width?: string | number; readonly gap?: string | number };
  /** Instead of picture or initials. */
  readonly children?: ReactNode;
  /** Shows a user, as the application resolves it, where no other prop says more. */
  readonly userId?: string;
  /** Shows a group, as the application resolves it, where no other prop says more. */
  readonly groupId?: string;
}

export type UserAvatarProps = Omit<ComponentProps<"div">, "color" | "ref"> & AvatarProps & { readonly userId: string };

/**
 * A picture, or initials.
 *
 * @example
 * <Avatar userId={comment.userId} />
 */
export const Avatar = forwardRef<HTMLDivElement, AvatarProps>(function Avatar({ userId, groupId, ...props }, ref) {
  if (userId !== undefined) return <UserAvatar {...props} userId={userId} forwarded={ref} />;
  if (groupId !== undefined) return <GroupAvatar {...props} groupId={groupId} forwarded={ref} />;
  return <PlainAvatar {...props} forwarded={ref} />;
});

interface Forwarded {
  readonly forwarded: ForwardedRef<HTMLDivElement>;
}

function UserAvatar({ userId, ...props }: AvatarProps & Forwarded & { readonly userId: string }): ReactElement {
  const { user, isLoading } = useUser(userId);
  const { name, avatar, color } = shownInfo(user);
  return (
    <PlainAvatar
      src={avatar}
      color={color}
      isLoading={isLoading}
      {...props}
      name={props.name ?? name}
      initials={initialsOf(props.name ?? name ?? userId)}
    />
  );
}

function GroupAvatar({ groupId, ...props }: AvatarProps & Forwarded & { readonly groupId: string }): ReactElement {
  const { info, isLoading } = useGroupInfo(groupId);
  const { name, avatar, color } = shownInfo(info);
  return (
    <PlainAvatar
      src={avatar}
      color={color}
      isLoading={isLoading}
      {...props}
      name={props.name ?? name}
      initials={initialsOf(props.name ?? name ?? groupId)}
    />
  );
}

interface PlainAvatarProps extends Omit<AvatarProps, "userId" | "groupId">, Forwarded {
  readonly isLoading?: boolean;
  readonly initials?: string;
}

function PlainAvatar({
  src,
  name,
  color,
  tooltip,
  outline = false,
  isLoading = false,
  initials = initialsOf(name ?? ""),
  forwarded,
  className,
  style,
  children,
  ...props
}: PlainAvatarProps): ReactElement {
  const [broken, setBroken] = useState<string>();
  const hasTooltip = tooltip !== undefined && tooltip !== null && tooltip !== false && tooltip !== "";
  const colors =
    color === undefined ? {} : { "--lb-avatar-background": color, "--lb-avatar-foreground": readableOn(color) };
  const element = (
    <div
      {...(hasTooltip ? { tabIndex: 0 } : {})}
      {...(name === undefined ? {} : { role: "img", "aria-label": name })}
      {...props}
      ref={forwarded}
      className={classNames("lb-root lb-avatar", className)}
      data-loading={isLoading ? "" : undefined}
      data-outline={outline === false ? undefined : ""}
      style={{ ...colors, ...outlineStyle(outline), ...style }}
    >
      {children ?? (
        <>
          {src !== undefined && src !== broken ? (
            <img className="lb-avatar-image" src={src} alt="" onError={() => setBroken(src)} />
          ) : isLoading ? null : (
            <span className="lb-avatar-fallback" aria-hidden>
              {initials}
            </span>
          )}
        </>
      )}
    </div>
  );
  return hasTooltip ? <Tooltip content={tooltip}>{element}</Tooltip> : element;
}

function outlineStyle(outline: NonNullable<AvatarProps["outline"]>): Record<string, string> {
  if (typeof outline === "boolean") return {};
  const { color, width, gap } = typeof outline === "string" ? { color: outline } : outline;
  return {
    ...(color === undefined ? {} : { "--lb-avatar-outline-color": color }),
    ...(width === undefined ? {} : { "--lb-avatar-outline-width": lengthOf(width) }),
    ...(gap === undefined ? {} : { "--lb-avatar-outline-gap": lengthOf(gap) }),
  };
}

/** Numbers are pixels. */
export const lengthOf = (length: string | number): string => (typeof length === "number" ? `${length}px` : length);

/** Of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => firstLetterOf(word ?? ""));
  return letters.join("").toLocaleUpperCase();
}

const firstLetterOf = (word: string) => Array.from(word)[0] ?? "";
