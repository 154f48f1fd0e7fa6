import { createElement, Fragment, Suspense, useSyncExternalStore } from "react";
import type { ReactElement, ReactNode } from "react";

/** Props of ClientSideSuspense. `children` may be a function, which is called in browsers only. */
export interface ClientSideSuspenseProps {
  /** Shown on the server, and until all components are ready. */
  readonly fallback: ReactNode;
  /** A function is called in browsers only. */
  readonly children: ReactNode | (() => ReactNode | undefined);
}

const never = () => () => {};

/**
 * A `Suspense` whose children are not rendered on servers, where no room can be waited for.
 *
 * @example
 * <ClientSideSuspense fallback={<Spinner />}>
 *   <Canvas />
 * </ClientSideSuspense>
 */
export function ClientSideSuspense({ fallback, children }: ClientSideSuspenseProps): ReactElement {
  const isBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  // HTML of a server has no boundary: React 18 gives up on one whose parent is rendered again before it is hydrated.
  if (!isBrowser) return createElement(Fragment, null, fallback);
  return createElement(Suspense, { fallback }, createElement(Children, { children }));
}

/** Inside of the boundary, as a function may use what suspends. */
function Children({ children }: Pick<ClientSideSuspenseProps, "children">): ReactNode {
  return typeof children === "function" ? children() : children;
}
