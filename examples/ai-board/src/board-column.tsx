import { Icon } from "@weft/example-shared";
import { columns, longestTitle } from "./room-types.ts";
import type { Card, Column } from "./room-types.ts";
import type { CardEdits } from "./use-card-edits.ts";

interface BoardColumnProps {
  readonly column: Column;
  readonly cards: readonly Card[];
  readonly edits: CardEdits;
}

export function BoardColumn({ column, cards, edits }: BoardColumnProps) {
  return (
    <section className="column" aria-label={column}>
      <h3>
        {column} <span>{cards.length}</span>
      </h3>
      <ul>
        {cards.map(({ id, title }) => (
          <li key={id} className="card">
            <span className="card-title">{title}</span>
            <select
              aria-label={`Column of: ${title}`}
              value={column}
              onChange={({ target }) => edits.move([{ id, column: target.value as Column }])}
            >
              {columns.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
            <button
              type="button"
              className="icon-button"
              aria-label={`Delete: ${title}`}
              onClick={() => edits.remove([id])}
            >
              <Icon path="m5 5 8 8M13 5l-8 8" />
            </button>
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const field = event.currentTarget.elements.namedItem("title") as HTMLInputElement;
          const title = field.value.trim();
          if (title !== "") void edits.add([{ title, column }]);
          field.value = "";
        }}
      >
        <input
          name="title"
          type="text"
          maxLength={longestTitle}
          placeholder="Add a card"
          aria-label={`Add to: ${column}`}
          autoComplete="off"
          enterKeyHint="done"
        />
      </form>
    </section>
  );
}
