/** Which threads are shown. */
export type Shown = "open" | "resolved";

interface ThreadFilterProps {
  readonly shown: Shown;
  readonly counts: Readonly<Record<Shown, number>>;
  readonly onShow: (shown: Shown) => void;
}

export const shownNames: Readonly<Record<Shown, string>> = { open: "Open", resolved: "Resolved" };

export function ThreadFilter({ shown, counts, onShow }: ThreadFilterProps) {
  return (
    <fieldset className="thread-filter">
      <legend className="visually-hidden">Show comments</legend>
      {(["open", "resolved"] as const).map((which) => (
        <button key={which} type="button" aria-pressed={shown === which} onClick={() => onShow(which)}>
          {shownNames[which]} <span className="thread-filter-count">{counts[which]}</span>
        </button>
      ))}
    </fieldset>
  );
}
