import { useCallback, useState } from "react";

/** A value that a prop controls, or else the component itself. */
export function useControllable<T>(
  controlled: T | undefined,
  initial: T,
  onChange?: (value: T) => void,
): readonly [T, (value: T) => void] {
  const [own, setOwn] = useState(initial);
  const isControlled = controlled !== undefined;
  const set = useCallback(
    (value: T) => {
      if (!isControlled) setOwn(value);
      onChange?.(value);
    },
    [isControlled, onChange],
  );
  return [isControlled ? controlled : own, set];
}
