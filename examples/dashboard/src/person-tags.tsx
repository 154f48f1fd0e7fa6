import { dyeColour } from "@weft/example-shared";
import type { PersonAt } from "./use-people-at.ts";

interface PersonTagsProps {
  readonly people: readonly PersonAt[];
  /** What each of them points at, after the name. */
  readonly detail?: string;
}

/** The names of people, in their colors. */
export function PersonTags({ people, detail }: PersonTagsProps) {
  return people.map(({ id, visitor }) => (
    <span key={id} className="person-tag" style={{ "--dye": dyeColour(visitor) }}>
      {visitor.name}
      {detail !== undefined && <span>{detail}</span>}
    </span>
  ));
}
