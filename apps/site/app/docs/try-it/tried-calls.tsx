import { createPortal } from "react-dom";
import { TryCall } from "./try-call.tsx";

/** A call that the reader wants to try, and where its form is drawn. */
export interface TriedPlace {
  readonly id: string;
  readonly place: Element;
}

export function TriedCalls({ places }: { places: readonly TriedPlace[] }) {
  return places.map(({ id, place }) => createPortal(<TryCall id={id} />, place, id));
}
