"use client";
import { useUser } from "@weft/react";
import { useState } from "react";
import type { ComponentProps, ReactElement } from "react";
import { classNames } from "./ui/class-names.ts";

export interface UserAvatarProps extends ComponentProps<"div"> {
  readonly userId: string;
}

/** The picture of a user, or the initials of the name. */
export function Avatar({ userId, className, ...props }: UserAvatarProps): ReactElement {
  const { user, isLoading } = useUser(userId);
  const { name, avatar } = (user ?? {}) as { readonly name?: string; readonly avatar?: string };
  const [broken, setBroken] = useState<string>();
  const isPicture = avatar !== undefined && avatar !== broken;
  return (
    <div {...props} className={classNames("lb-avatar", className)} data-loading={isLoading ? "" : undefined}>
      {isPicture ? (
        <img className="lb-avatar-image" src={avatar} alt={name ?? ""} onError={() => setBroken(avatar)} />
      ) : (
        <span className="lb-avatar-fallback" aria-label={name} role={name === undefined ? undefined : "img"}>
          {initialsOf(name ?? userId)}
        </span>
      )}
    </div>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? "")][0] ?? "");
  return letters.join("").toLocaleUpperCase();
}
