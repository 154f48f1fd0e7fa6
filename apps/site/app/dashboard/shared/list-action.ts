export interface ListKeys {
  readonly count: number;
  /** The row that J and K have reached; -1 for none. */
  readonly at: number;
  readonly onMove?: (at: number) => void;
  readonly onOpen?: (at: number) => void;
  readonly onSelect?: (at: number, range: boolean) => void;
  readonly onRefresh?: () => void;
  readonly onToggleLive?: () => void;
}

/** What a press does to a list; undefined where it is none of the list's keys. */
export function listAction(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  { count, at, onMove, onOpen, onSelect, onRefresh, onToggleLive }: ListKeys,
): (() => void) | undefined {
  const reached = at >= 0 && at < count;
  switch (key.toLowerCase()) {
    case "j":
      return count > 0 ? onMove && (() => onMove(Math.min(count - 1, at + 1))) : undefined;
    case "k":
      return count > 0 ? onMove && (() => onMove(Math.max(0, at - 1))) : undefined;
    case "x":
      return reached ? onSelect && (() => onSelect(at, shiftKey)) : undefined;
    case "enter":
      return reached ? onOpen && (() => onOpen(at)) : undefined;
    case "r":
      return onRefresh;
    case "l":
      return onToggleLive;
    default:
      return undefined;
  }
}
