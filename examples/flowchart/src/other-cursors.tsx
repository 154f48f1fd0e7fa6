import { shallow, useOthersMapped } from "@liveblocks/react";
import { dyeColour, readVisitor } from "@weft/example-shared";
import { ViewportPortal } from "@xyflow/react";

/** The others’ pointers, which move and zoom with the chart. */
export function OtherCursors() {
  const others = useOthersMapped(({ presence }) => presence, shallow);
  return (
    <ViewportPortal>
      {others.map(([id, presence]) => {
        const { x, y } = presence.cursor ?? {};
        const visitor = readVisitor(presence.visitor);
        return (
          Number.isFinite(x) &&
          Number.isFinite(y) && (
            <div
              key={id}
              className="pointer"
              data-testid="cursor"
              style={{ "--dye": dyeColour(visitor), left: `${x}px`, top: `${y}px` }}
            >
              <svg width="18" height="22" viewBox="0 0 18 22" fill="currentColor" aria-hidden="true">
                <path d="M1 1l6 20 4-8 6-3z" stroke="var(--surface)" strokeWidth="1.5" strokeLinejoin="round" />
              </svg>
              <span className="pointer-name">{visitor.name}</span>
            </div>
          )
        );
      })}
    </ViewportPortal>
  );
}
