import type { ComponentProps } from "react";

/** The header of a column. An empty corner cell is not a header. */
export function HeaderCell({ children, ...rest }: ComponentProps<"th">) {
  if (children === undefined || children === null || children === "") return <td style={rest.style} />;
  return <th {...rest}>{children}</th>;
}
