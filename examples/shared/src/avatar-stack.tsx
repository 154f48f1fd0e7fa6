import { dyeColour, initials } from "./visitor.ts";
import type { Visitor } from "./visitor.ts";

interface AvatarStackProps {
  readonly you: Visitor;
  readonly others: readonly { readonly id: number; readonly visitor: Visitor }[];
  /** The number of avatars before the rest is shown as a count. */
  readonly limit?: number;
}

/** Everyone in the room, you last. */
export function AvatarStack({ you, others, limit = 4 }: AvatarStackProps) {
  const shown = others.length > limit ? others.slice(0, limit - 1) : others;
  const rest = others.slice(shown.length);
  return (
    <ul className="avatars" aria-label={others.length === 0 ? "Only you are here" : `${others.length + 1} people here`}>
      {rest.length > 0 && (
        <li className="avatar" data-rest title={rest.map(({ visitor }) => visitor.name).join(", ")}>
          +{rest.length}
        </li>
      )}
      {shown.map(({ id, visitor }) => (
        <Avatar key={id} visitor={visitor} />
      ))}
      <Avatar visitor={you} isYou />
    </ul>
  );
}

function Avatar({ visitor, isYou = false }: { readonly visitor: Visitor; readonly isYou?: boolean }) {
  const label = isYou ? `${visitor.name} (you)` : visitor.name;
  return (
    <li
      className="avatar"
      data-you={isYou || undefined}
      data-testid={isYou ? undefined : "other-avatar"}
      title={label}
      style={{ "--dye": dyeColour(visitor) }}
    >
      <span aria-hidden="true">{initials(visitor)}</span>
      <span className="visually-hidden">{label}</span>
    </li>
  );
}
