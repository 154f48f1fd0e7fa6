import type { ComponentProps } from "react";

/** The head of a column; a corner that says nothing is no head. */
export function HeaderCell({ children, ...rest }: ComponentProps<"th">) {
  if (children === undefined || children === null || children === "") return <td style={rest.style} />;
  return <th {...rest}>{children}</th>;
}
