import { dyeColour, initials } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";

interface SpectatorsProps {
  readonly people: readonly { readonly id: number; readonly visitor: Visitor; readonly name: string }[];
}

/** Everyone in the room without a seat. */
export function Spectators({ people }: SpectatorsProps) {
  if (people.length === 0) return null;
  return (
    <section className="spectators" aria-label="Spectators">
      <h2>Watching</h2>
      <ul>
        {people.map(({ id, visitor, name }) => (
          <li key={id}>
            <span className="avatar" style={{ "--dye": dyeColour(visitor) }} aria-hidden="true">
              {initials(visitor)}
            </span>
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}
