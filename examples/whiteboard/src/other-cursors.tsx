import { shallow, useOthersMapped } from "@weft/react";
import { dyeColour, readPlace, readVisitor } from "@weft/example-shared";

/** The others’ pointers. A component of its own: it renders with every move, and the board does not. */
export function OtherCursors() {
  const others = useOthersMapped(({ presence }) => presence, shallow);
  return others.map(([id, presence]) => {
    const at = readPlace(presence.cursor);
    const visitor = readVisitor(presence.visitor);
    return (
      at && (
        <div
          key={id}
          className="pointer"
          data-testid="cursor"
          style={{ "--dye": dyeColour(visitor), left: `${at.x * 100}%`, top: `${at.y * 100}%` }}
        >
          <svg width="18" height="22" viewBox="0 0 18 22" fill="currentColor" aria-hidden="true">
            <path d="M1 1l6 20 4-8 6-3z" stroke="var(--surface)" strokeWidth="1.5" strokeLinejoin="round" />
          </svg>
          <span className="pointer-name">{visitor.name}</span>
        </div>
      )
    );
  });
}
