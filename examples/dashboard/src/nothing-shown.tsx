interface NothingShownProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onAction: () => void;
}

/** In place of the cards: why there are none, and how to get them back. */
export function NothingShown({ title, text, action, onAction }: NothingShownProps) {
  return (
    <section className="empty">
      <h2>{title}</h2>
      <p>{text}</p>
      <button type="button" className="button" data-kind="primary" onClick={onAction}>
        {action}
      </button>
    </section>
  );
}
