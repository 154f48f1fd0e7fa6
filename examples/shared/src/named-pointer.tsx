import type { CSSProperties } from "react";

interface NamedPointerProps {
  readonly name: string;
  readonly color: string;
  /** Where it is, as `left` and `top`. */
  readonly at: Pick<CSSProperties, "left" | "top">;
}

/** The pointer of another person, with their name. `cursors.css` has its style. */
export function NamedPointer({ name, color, at }: NamedPointerProps) {
  return (
    <div className="pointer" data-testid="cursor" style={{ "--dye": color, ...at }}>
      <svg width="18" height="22" viewBox="0 0 18 22" fill="currentColor" aria-hidden="true">
        <path d="M1 1l6 20 4-8 6-3z" stroke="var(--surface)" strokeWidth="1.5" strokeLinejoin="round" />
      </svg>
      <span className="pointer-name">{name}</span>
    </div>
  );
}
