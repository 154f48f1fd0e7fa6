import type { Visitor } from "./visitor.ts";

/** The second person of previews. */
export const scriptedVisitor: Visitor = { name: "Robin", dye: "verdigris" };
