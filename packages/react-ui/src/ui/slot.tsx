import { cloneElement, forwardRef, isValidElement } from "react";
import type { CSSProperties, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { refOf, useMergedRefs } from "./merged-refs.ts";

/** A component with it can be another element than its own. */
export interface SlotProp {
  /** Whether the child, which must be one element, replaces the element of this component. It receives its props. */
  readonly asChild?: boolean;
}

interface SlotProps {
  readonly children?: ReactNode;
  readonly [prop: string]: unknown;
}

/**
 * Gives its props to its only child. Both handlers of an event are called, that of the child first; class names and styles are joined;
 * of other props, those of the child win.
 */
export const Slot = forwardRef<unknown, SlotProps>(function Slot({ children, ...props }, ref) {
  const merged = useMergedRefs(ref, refOf(children));
  if (!isValidElement(children)) return null;
  const own = children.props as object;
  return cloneElement(children, { ...joinedProps(props, own), ref: merged } as object);
});

/** Of both; where both have a prop that is not a handler, a class name or a style, the second wins. */
export function joinedProps(given: object, own: object): Record<string, unknown> {
  const joined: Record<string, unknown> = { ...given };
  for (const [name, value] of Object.entries(own)) {
    const other = joined[name];
    if (name === "className") joined[name] = classNames(other as string | undefined, value as string | undefined);
    else if (name === "style") joined[name] = { ...(other as CSSProperties), ...(value as CSSProperties) };
    else if (/^on[A-Z]/.test(name) && typeof value === "function" && typeof other === "function")
      joined[name] = (...args: readonly unknown[]) => {
        (value as (...args: readonly unknown[]) => void)(...args);
        (other as (...args: readonly unknown[]) => void)(...args);
      };
    else if (value !== undefined) joined[name] = value;
  }
  return joined;
}
