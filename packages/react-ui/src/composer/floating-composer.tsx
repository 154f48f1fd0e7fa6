"use client";
import type { ReactElement, ReactNode, RefAttributes } from "react";
import { Children, cloneElement, forwardRef, isValidElement } from "react";
import { useOverrides } from "../config.tsx";
import { classNames } from "../ui/class-names.ts";
import { useControllable } from "../ui/controllable.ts";
import type { FloatingPlacement } from "../ui/floating.ts";
import { Popover } from "../ui/popover.tsx";
import type { ComposerProps } from "./composer.tsx";
import { Composer } from "./composer.tsx";

type PropsOf<P> = P extends unknown
  ? Omit<P, "collapsed" | "onCollapsedChange" | "defaultCollapsed" | "children">
  : never;

/** Props of `FloatingComposer`: those of its composer and of the popover that it is in. */
export type FloatingComposerProps<TM = ComposerProps["metadata"], CM = ComposerProps["commentMetadata"]> = PropsOf<
  ComposerProps<TM, CM>
> &
  FloatingPlacement & {
    readonly open?: boolean;
    readonly defaultOpen?: boolean;
    readonly onOpenChange?: (isOpen: boolean) => void;
    /** The element that opens the composer, beside which it is. */
    readonly children: ReactNode;
  };

/**
 * A composer beside the element that opens it. It closes when the comment is sent.
 *
 * @example
 * <FloatingComposer metadata={{ x, y }}>
 *   <CommentPin />
 * </FloatingComposer>
 */
export const FloatingComposer = forwardRef<HTMLFormElement, FloatingComposerProps>(function FloatingComposer(
  {
    children,
    open,
    defaultOpen = false,
    onOpenChange,
    side = "right",
    sideOffset,
    align = "start",
    alignOffset,
    className,
    onComposerSubmit,
    autoFocus = true,
    ...props
  },
  ref,
) {
  const $ = useOverrides(props.overrides);
  const [isOpen, setOpen] = useControllable(open, defaultOpen, onOpenChange);
  const placement = { side, sideOffset, align, alignOffset };
  return (
    <Popover
      {...placement}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={triggerOf(children)}
      aria-label={$.COMPOSER_PLACEHOLDER}
      className="lb-floating-composer-popover"
    >
      <Composer
        {...props}
        ref={ref}
        autoFocus={autoFocus}
        className={classNames("lb-floating-composer", className)}
        onComposerSubmit={(comment, event) => {
          const handled = onComposerSubmit?.(comment, event);
          if (handled === undefined) setOpen(false);
          else void handled.then(() => setOpen(false));
          return handled;
        }}
      />
    </Popover>
  );
}) as <TM = ComposerProps["metadata"], CM = ComposerProps["commentMetadata"]>(
  props: FloatingComposerProps<TM, CM> & RefAttributes<HTMLFormElement>,
) => ReactElement;

/** What is no element is put into a button. */
function triggerOf(children: ReactNode): ReactElement {
  if (isValidElement(children)) return children;
  const [only] = Children.toArray(children).filter((child) => isValidElement(child));
  return only === undefined ? <button type="button">{children}</button> : cloneElement(only);
}
