import { isValidElement, useCallback, version } from "react";
import type { ReactElement, Ref, RefCallback } from "react";

/** One ref that sets all of them. */
export function useMergedRefs<T>(...refs: readonly (Ref<T> | undefined)[]): RefCallback<T> {
  // The refs are the dependencies.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useCallback((value: T | null) => {
    for (const ref of refs) setRef(ref, value);
  }, refs);
}

function setRef<T>(ref: Ref<T> | undefined, value: T | null): void {
  if (typeof ref === "function") ref(value);
  else if (ref !== null && ref !== undefined) ref.current = value;
}

const hasRefAsProp = Number.parseInt(version, 10) >= 19;

/** The ref that an element was created with: React 19 has it in the props. */
export function refOf(element: unknown): Ref<unknown> | undefined {
  if (!isValidElement(element)) return undefined;
  if (hasRefAsProp) return (element.props as { readonly ref?: Ref<unknown> }).ref;
  return (element as ReactElement & { readonly ref?: Ref<unknown> }).ref;
}
