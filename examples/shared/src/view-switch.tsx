interface ViewSwitchProps<View extends string> {
  readonly label: string;
  /** What there is to show, with its name. */
  readonly views: Readonly<Record<View, string>>;
  readonly view: View;
  readonly onView: (view: View) => void;
}

/** Chooses what a narrow window shows. Where everything fits, it is hidden. */
export function ViewSwitch<View extends string>({ label, views, view, onView }: ViewSwitchProps<View>) {
  return (
    <div className="view-switch" role="group" aria-label={label}>
      {Object.entries<string>(views).map(([name, text]) => (
        <button key={name} type="button" aria-pressed={name === view} onClick={() => onView(name as View)}>
          {text}
        </button>
      ))}
    </div>
  );
}
