import { shallow, useOthersMapped } from "@weft/react";
import { readVisitor } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";
import type { Area } from "./room-types.ts";

/** Another person at a filter or a card. */
export interface PersonAt {
  readonly id: number;
  readonly visitor: Visitor;
  /** What they point at. */
  readonly point: string | null;
  readonly isMoving: boolean;
}

/** Who else is at these parts of the page. Only what happens there renders them again. */
export function usePeopleAt(...areas: readonly Area[]): readonly PersonAt[] {
  const others = useOthersMapped(
    ({ presence }) => (isOneOf(areas, presence.area) || isOneOf(areas, presence.moving) ? presence : null),
    shallow,
  );
  return others.flatMap(([id, presence]) =>
    presence === null
      ? []
      : [
          {
            id,
            visitor: readVisitor(presence.visitor),
            point: typeof presence.point === "string" ? presence.point : null,
            isMoving: isOneOf(areas, presence.moving),
          },
        ],
  );
}

function isOneOf(areas: readonly Area[], area: Area | null): boolean {
  return area !== null && areas.includes(area);
}
