import { becomePerson } from "./people.ts";
import type { Cast } from "./people.ts";

/** Who this window is, and the choice of another person. */
export function PersonSwitch({ cast: { people, you } }: { readonly cast: Cast }) {
  return (
    <label className="person-switch" style={{ "--dye": you.color }}>
      <span className="person-switch-label">You are:</span>
      <select
        value={you.id}
        onChange={({ target }) => {
          const person = people.find(({ id }) => id === target.value);
          if (person) becomePerson(person);
        }}
      >
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name.split(" ", 1)}
          </option>
        ))}
      </select>
    </label>
  );
}
