import type { Direction, Link } from "@weft/testkit";

/** A network disturbance of one client. */
export type Disturbance =
  | { readonly do: "hold" | "release" | "lose"; readonly client: number; readonly direction: Direction }
  | { readonly do: "delay"; readonly client: number; readonly direction: Direction; readonly ms: number }
  | { readonly do: "cut" | "down" | "up" | "strand" | "deliver"; readonly client: number };

export function disturb(link: Link, step: Disturbance): void {
  switch (step.do) {
    case "hold":
    case "release":
    case "lose":
      return link[step.do](step.direction);
    case "delay":
      return link.delay(step.direction, step.ms);
    case "cut":
    case "down":
    case "up":
    case "strand":
    case "deliver":
      return link[step.do]();
  }
}

/** Ends all disturbances of a link. */
export function heal(link: Link): void {
  for (const direction of ["up", "down"] as const) {
    link.release(direction);
    link.delay(direction, 0);
  }
  link.deliver();
  link.up();
  // Dropped frames are noticed only when the connection ends.
  if (link.lossy) link.cut();
}
