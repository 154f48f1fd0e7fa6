"use client";
import { shallow, useIsInsideRoom, useOthersMapped, useSelf, useUser } from "@weft/react";
import { forwardRef } from "react";
import type { ComponentPropsWithoutRef, ForwardedRef, ReactElement } from "react";
import { Avatar, lengthOf } from "../avatar.tsx";
import { useOverrides } from "../config.tsx";
import type { GlobalOverrides } from "../overrides/overrides.ts";
import { numberFormat } from "../primitives/intl-formats.ts";
import { classNames } from "../ui/class-names.ts";
import { Tooltip } from "../ui/tooltip.tsx";
import { shownInfo } from "./user-info.ts";
import type { ShownInfo } from "./user-info.ts";

/** Props of `AvatarStack`. */
export interface AvatarStackProps extends Omit<ComponentPropsWithoutRef<"div">, "children"> {
  /** Users to show in addition to those in the room. */
  readonly userIds?: readonly string[];
  /** How many items are shown, at least 2: the last of them is the number of users that do not fit. By default 3; all with null. */
  readonly max?: number | null;
  /** Of an avatar. Numbers are pixels. */
  readonly size?: string | number;
  /** Around avatars, where they overlap. Numbers are pixels. */
  readonly gap?: string | number;
  /** Whether avatars have an outline in the color of their user. */
  readonly variant?: "default" | "outline";
  readonly overrides?: Partial<GlobalOverrides>;
}

/** A user in the stack. Connections without a user id are users of their own. */
interface Shown {
  readonly key: string;
  readonly userId: string | undefined;
  readonly info: ShownInfo;
}

/**
 * The users in the room, each once: the others in the order in which they came, then the current user, then those of `userIds`. Outside of
 * rooms, those of `userIds`.
 *
 * @example
 * <AvatarStack size={32} max={4} />
 */
export const AvatarStack = forwardRef<HTMLDivElement, AvatarStackProps>(function AvatarStack(props, ref) {
  const isInside = useIsInsideRoom();
  return isInside ? <StackOfRoom {...props} forwarded={ref} /> : <Stack {...props} inRoom={[]} forwarded={ref} />;
});

interface Forwarded {
  readonly forwarded: ForwardedRef<HTMLDivElement>;
}

interface Identity {
  readonly id?: string | undefined;
  readonly info?: unknown;
}

const identityOf = ({ id, info }: Identity) => ({ id, info });

function StackOfRoom(props: AvatarStackProps & Forwarded): ReactElement {
  const others = useOthersMapped(identityOf as (other: object) => Identity, shallow);
  const self = useSelf(({ connectionId, id, info }) => ({ connectionId, id, info }), shallow);
  const users: Shown[] = others.map(([connectionId, { id, info }]) => shownOf(connectionId, id, info));
  if (self !== null) users.push(shownOf(self.connectionId, self.id, self.info));
  return <Stack {...props} inRoom={users} />;
}

const shownOf = (connectionId: number, userId: string | undefined, info: unknown): Shown => ({
  key: userId === undefined ? `connection ${connectionId}` : `user ${userId}`,
  userId,
  info: shownInfo(info),
});

function Stack({
  inRoom,
  userIds = [],
  max = 3,
  size,
  gap,
  variant = "default",
  overrides,
  className,
  style,
  forwarded,
  ...props
}: AvatarStackProps & Forwarded & { readonly inRoom: readonly Shown[] }): ReactElement | null {
  const texts = useOverrides(overrides);
  const users = new Map<string, Shown>();
  const added = userIds.map((userId): Shown => ({ key: `user ${userId}`, userId, info: {} }));
  for (const user of [...inRoom, ...added]) if (!users.has(user.key)) users.set(user.key, user);
  const all = Array.from(users.values());
  const fitting = max === null ? all.length : Math.max(2, Math.floor(max));
  const shown = all.length > fitting ? all.slice(0, fitting - 1) : all;
  const rest = all.slice(shown.length);
  if (all.length === 0) return null;
  const lengths = {
    ...(size === undefined ? {} : { "--lb-avatar-stack-size": lengthOf(size) }),
    ...(gap === undefined ? {} : { "--lb-avatar-stack-gap": lengthOf(gap) }),
    "--lb-avatar-stack-count": shown.length + (rest.length > 0 ? 1 : 0),
  };
  return (
    <div
      dir={texts.dir}
      {...props}
      ref={forwarded}
      className={classNames("lb-root lb-avatar-stack", className)}
      data-variant={variant}
      style={{ ...lengths, ...style }}
    >
      {shown.map((user) => (
        <StackAvatar key={user.key} user={user} variant={variant} />
      ))}
      {rest.length === 0 ? null : (
        <Tooltip content={<RestOfStack users={rest} />} multiline>
          <div
            className="lb-avatar lb-avatar-stack-avatar lb-avatar-stack-more"
            role="img"
            aria-label={texts.LIST_REMAINING_USERS(rest.length)}
            tabIndex={0}
          >
            <span className="lb-avatar-fallback" aria-hidden>
              {numberFormat(texts.locale, { signDisplay: "always" }).format(rest.length)}
            </span>
          </div>
        </Tooltip>
      )}
    </div>
  );
}

interface StackAvatarProps {
  readonly user: Shown;
  readonly variant: NonNullable<AvatarStackProps["variant"]>;
}

/** What the application resolves is asked for only where the token says no name. */
function StackAvatar({ user, variant }: StackAvatarProps): ReactElement {
  const { userId, info } = user;
  return userId === undefined || info.name !== undefined ? (
    <InfoAvatar info={info} variant={variant} />
  ) : (
    <ResolvedAvatar userId={userId} info={info} variant={variant} />
  );
}

function ResolvedAvatar({
  userId,
  info,
  variant,
}: Pick<StackAvatarProps, "variant"> & { readonly userId: string; readonly info: ShownInfo }): ReactElement {
  const { user, isLoading } = useUser(userId);
  return <InfoAvatar info={definedIn(shownInfo(user), info)} userId={userId} isLoading={isLoading} variant={variant} />;
}

interface InfoAvatarProps extends Pick<StackAvatarProps, "variant"> {
  readonly info: ShownInfo;
  readonly userId?: string;
  readonly isLoading?: boolean;
}

function InfoAvatar({ info, userId, isLoading = false, variant }: InfoAvatarProps): ReactElement {
  const texts = useOverrides();
  const { name, avatar, color } = info;
  return (
    <Avatar
      className="lb-avatar-stack-avatar"
      userId={userId}
      src={avatar}
      name={name ?? (isLoading ? undefined : texts.USER_UNKNOWN)}
      color={color}
      tooltip={name ?? (isLoading ? undefined : texts.USER_UNKNOWN)}
      outline={variant === "outline" ? (color ?? true) : false}
    />
  );
}

function RestOfStack({ users }: { readonly users: readonly Shown[] }): ReactElement {
  return (
    <ul className="lb-avatar-stack-tooltip">
      {users.map(({ key, userId, info }) => (
        <li key={key}>
          {userId === undefined || info.name !== undefined ? (
            <Name info={info} />
          ) : (
            <ResolvedName userId={userId} info={info} />
          )}
        </li>
      ))}
    </ul>
  );
}

function ResolvedName({ userId, info }: { readonly userId: string; readonly info: ShownInfo }): ReactElement {
  const { user } = useUser(userId);
  return <Name info={definedIn(shownInfo(user), info)} />;
}

function Name({ info }: { readonly info: ShownInfo }): ReactElement {
  const texts = useOverrides();
  return <>{info.name ?? texts.USER_UNKNOWN}</>;
}

const definedIn = (resolved: ShownInfo, info: ShownInfo): ShownInfo => ({
  name: info.name ?? resolved.name,
  avatar: info.avatar ?? resolved.avatar,
  color: info.color ?? resolved.color,
});
