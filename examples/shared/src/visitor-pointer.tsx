import type { CSSProperties } from "react";
import { dyeColour } from "./visitor.ts";
import type { Visitor } from "./visitor.ts";

interface VisitorPointerProps {
  readonly visitor: Visitor;
  /** Where it is, as `left` and `top`. */
  readonly at: Pick<CSSProperties, "left" | "top">;
}

/** The pointer of another person, with their name. `cursors.css` has its style. */
export function VisitorPointer({ visitor, at }: VisitorPointerProps) {
  return (
    <div className="pointer" data-testid="cursor" style={{ "--dye": dyeColour(visitor), ...at }}>
      <svg width="18" height="22" viewBox="0 0 18 22" fill="currentColor" aria-hidden="true">
        <path d="M1 1l6 20 4-8 6-3z" stroke="var(--surface)" strokeWidth="1.5" strokeLinejoin="round" />
      </svg>
      <span className="pointer-name">{visitor.name}</span>
    </div>
  );
}
