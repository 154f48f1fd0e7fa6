interface ActionButtonProps {
  readonly label: string;
  /** What the change causes. */
  readonly events: string;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

export function ActionButton({ label, events, isDisabled = false, onPress }: ActionButtonProps) {
  return (
    <button type="button" className="action" disabled={isDisabled} onClick={onPress}>
      <span>{label}</span>
      <code>{events}</code>
    </button>
  );
}
