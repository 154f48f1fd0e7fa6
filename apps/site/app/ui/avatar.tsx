import { clsx } from "clsx";
import { useState } from "react";
import { avatarColor, initialsOf } from "./avatar-face.ts";

export type AvatarSize = "xs" | "sm" | "md" | "lg" | "xl" | "xxl";

const sizes: Record<AvatarSize, { pixels: number; text: string }> = {
  xs: { pixels: 16, text: "text-[7px]" },
  sm: { pixels: 20, text: "text-[8px]" },
  md: { pixels: 24, text: "text-[10px]" },
  lg: { pixels: 32, text: "text-xs" },
  xl: { pixels: 40, text: "text-sm" },
  xxl: { pixels: 64, text: "text-xl" },
};

export interface AvatarProps {
  /** Chooses the colour: the same everywhere. */
  id: string;
  name: string;
  image?: string | null;
  size?: AvatarSize;
  /** Teams are squared. */
  team?: boolean;
  /** Whether the name is beside it, so that it is not announced twice. */
  decorative?: boolean;
  className?: string;
}

/** A face: an image, or the initials when there is none or it does not load. */
export function Avatar({ id, name, image, size = "md", team = false, decorative = false, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const { pixels, text } = sizes[size];
  const shape = team ? (pixels > 24 ? "rounded-md" : "rounded-[4px]") : "rounded-full";
  const label = decorative ? { "aria-hidden": true } : { role: "img", "aria-label": name };
  return (
    <span
      {...label}
      style={{ width: pixels, height: pixels, backgroundColor: avatarColor(id) }}
      className={clsx(
        "inline-grid shrink-0 place-items-center overflow-hidden font-semibold text-on-accent select-none",
        shape,
        text,
        className,
      )}
    >
      {image && broken !== image ? (
        <img
          src={image}
          alt=""
          width={pixels}
          height={pixels}
          className="size-full object-cover"
          referrerPolicy="no-referrer"
          onError={() => setBroken(image)}
        />
      ) : (
        <span aria-hidden>{initialsOf(name)}</span>
      )}
    </span>
  );
}
