import { dyeColour, initials } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";
import { titleOf } from "./sections.ts";
import type { Reader } from "./use-people.ts";

interface PeopleStackProps {
  readonly you: Visitor;
  readonly people: readonly Reader[];
}

const limit = 3;

/** The stack, and a list of everyone that it opens. */
export function PeopleStack({ you, people }: PeopleStackProps) {
  const shown = people.length > limit ? people.slice(0, limit - 1) : people;
  const rest = people.length - shown.length;
  const count = people.length + 1;
  const label = count === 1 ? "Only you are here" : `${count} people are here`;
  return (
    <details className="people">
      <summary title={label}>
        <span className="visually-hidden">{label}</span>
        {rest > 0 && <span className="avatar">+{rest}</span>}
        {shown.map(({ id, visitor, away }) => (
          <Avatar key={id} visitor={visitor} away={away} />
        ))}
        <Avatar visitor={you} away={false} isYou />
      </summary>
      <ul className="people-list" aria-label="People">
        <li>
          <Avatar visitor={you} away={false} isYou />
          <span>
            {you.name} <small>You</small>
          </span>
        </li>
        {people.map(({ id, visitor, section, away }) => (
          <li key={id} data-testid="person">
            <Avatar visitor={visitor} away={away} />
            <span>
              {visitor.name} <small>{away ? "Away" : section ? `Reading ${titleOf(section)}` : "Here"}</small>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface AvatarProps {
  readonly visitor: Visitor;
  readonly away: boolean;
  readonly isYou?: boolean;
}

export function Avatar({ visitor, away, isYou = false }: AvatarProps) {
  return (
    <span
      className="avatar"
      data-away={away || undefined}
      data-you={isYou || undefined}
      data-testid={isYou ? undefined : "other-avatar"}
      title={isYou ? `${visitor.name} (you)` : visitor.name}
      style={{ "--dye": dyeColour(visitor) }}
      aria-hidden="true"
    >
      {initials(visitor)}
    </span>
  );
}
