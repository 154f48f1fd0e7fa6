import type { CardId } from "./room-types.ts";

interface HiddenCardsProps {
  readonly cards: readonly { readonly id: CardId; readonly title: string }[];
  readonly onShow: (id: CardId) => void;
}

/** The cards that are hidden for everyone, to show again. */
export function HiddenCards({ cards, onShow }: HiddenCardsProps) {
  return (
    <div className="hidden-cards" role="group" aria-label="Hidden cards">
      <span aria-hidden="true">Hidden</span>
      {cards.map(({ id, title }) => (
        <button key={id} type="button" aria-label={`Show: ${title}`} onClick={() => onShow(id)}>
          {title}
          <svg
            width="12"
            height="12"
            viewBox="0 0 12 12"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.7"
            strokeLinecap="round"
            aria-hidden="true"
          >
            <path d="M6 2v8M2 6h8" />
          </svg>
        </button>
      ))}
    </div>
  );
}
