import { dyeColour } from "@weft/example-shared";
import type { Person } from "./use-people.ts";

interface PresenterBarProps {
  readonly people: readonly Person[];
  readonly onFollow: (id: number) => void;
}

/** Everyone who is presenting, with a button that follows them. */
export function PresenterBar({ people, onFollow }: PresenterBarProps) {
  const presenters = people.filter(({ isPresenting }) => isPresenting);
  return (
    <div role="status" className="presenters">
      {presenters.map(({ id, visitor }) => (
        <p key={id} style={{ "--dye": dyeColour(visitor) }}>
          <span className="presenter-dot" aria-hidden="true" />
          <span>{visitor.name} is presenting</span>
          <button type="button" className="button" onClick={() => onFollow(id)}>
            Follow
          </button>
        </p>
      ))}
    </div>
  );
}
