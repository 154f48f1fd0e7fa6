import { initials } from "@weft/example-shared";
import type { PersonHere } from "./use-others-here.ts";

const mostShown = 3;

/** Who else is looking at a day. */
export function DayPeople({ people }: { readonly people: readonly PersonHere[] }) {
  if (people.length === 0) return null;
  return (
    <span className="day-people">
      <span className="visually-hidden">{people.map(({ name }) => `${name} is here.`).join(" ")}</span>
      {people.slice(0, mostShown).map((person) => (
        <span
          key={person.id}
          className="day-person"
          data-testid="day-person"
          title={person.name}
          style={{ "--dye": person.color }}
          aria-hidden="true"
        >
          {initials(person)}
        </span>
      ))}
    </span>
  );
}
