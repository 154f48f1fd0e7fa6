"use client";
import { forwardRef } from "react";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { useOverrides } from "../config.tsx";
import type { SlotProp } from "../ui/slot.tsx";
import { Slot } from "../ui/slot.tsx";
import { formatFileSize } from "./file-size-format.ts";

/** Props of `FileSize`. */
export interface FileSizeProps extends Omit<ComponentPropsWithoutRef<"span">, "children">, SlotProp {
  /** In bytes. */
  readonly size: number;
  /** Formats the size. */
  readonly children?: (size: number, locale?: string) => ReactNode;
  /** By default that of the texts. */
  readonly locale?: string;
}

/**
 * Shows the size of a file.
 *
 * @example
 * <FileSize size={attachment.size} />
 */
export const FileSize = forwardRef<HTMLSpanElement, FileSizeProps>(function FileSize(
  { size, children = formatFileSize, locale: own, asChild, ...props },
  ref,
) {
  const texts = useOverrides();
  const content = children(size, own ?? texts.locale);
  if (asChild === true)
    return (
      <Slot {...props} ref={ref}>
        {content}
      </Slot>
    );
  return (
    <span {...props} ref={ref}>
      {content}
    </span>
  );
});
