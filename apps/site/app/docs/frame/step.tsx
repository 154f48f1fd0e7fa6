import { Link } from "react-router";
import type { LinkProps } from "react-router";

/** A link to another page, which is prefetched when the user is about to follow it. */
export function Step(props: LinkProps) {
  return <Link prefetch="intent" {...props} />;
}
