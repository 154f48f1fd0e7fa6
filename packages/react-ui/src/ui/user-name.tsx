import { useUser } from "@weft/react";
import type { ComponentPropsWithoutRef, ReactElement } from "react";
import { useOverrides } from "../config.tsx";
import { classNames } from "./class-names.ts";
import { useCurrentUserId } from "./current-user.ts";

export interface UserNameProps extends Omit<ComponentPropsWithoutRef<"span">, "children"> {
  readonly userId: string;
  /** Whether the current user is "you". */
  readonly replaceSelf?: boolean;
}

/** The name of a user, as the application resolves it. */
export function UserName({ userId, replaceSelf = false, className, ...props }: UserNameProps): ReactElement {
  const { user, isLoading } = useUser(userId);
  const texts = useOverrides();
  const selfId = useCurrentUserId();
  const { name } = (user ?? {}) as { readonly name?: string };
  const shown = replaceSelf && selfId === userId ? texts.USER_SELF : (name ?? texts.USER_UNKNOWN);
  return (
    <span {...props} className={classNames("lb-name lb-user", className)} data-loading={isLoading ? "" : undefined}>
      {isLoading ? null : shown}
    </span>
  );
}
