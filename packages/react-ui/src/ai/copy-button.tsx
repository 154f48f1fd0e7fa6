import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { useOverrides } from "../config.tsx";
import { Check, Copy } from "../icon.tsx";
import { Button } from "../ui/button.tsx";
import { Tooltip } from "../ui/tooltip.tsx";

/** For so long, the button shows that it has copied. */
const shownMs = 1500;

/** Copies a text. */
export function CopyButton({ text }: { readonly text: string }): ReactElement {
  const { COPY_TO_CLIPBOARD } = useOverrides();
  const [copies, setCopies] = useState(0);
  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), shownMs);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopies((count) => count + 1),
      // The browser asks users for their consent, and they may refuse.
      (error: unknown) => console.error(error),
    );
  };
  return (
    <Tooltip content={COPY_TO_CLIPBOARD}>
      <Button
        variant="ghost"
        aria-label={COPY_TO_CLIPBOARD}
        icon={copies > 0 ? <Check /> : <Copy />}
        data-copied={copies > 0 ? "" : undefined}
        onClick={copy}
      />
    </Tooltip>
  );
}
