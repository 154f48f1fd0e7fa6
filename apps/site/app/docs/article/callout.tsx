import { Info, Lightbulb, OctagonAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

export type CalloutKind = "note" | "tip" | "warning" | "danger";

const kinds = {
  note: { word: "Note", Icon: Info },
  tip: { word: "Tip", Icon: Lightbulb },
  warning: { word: "Warning", Icon: TriangleAlert },
  danger: { word: "Danger", Icon: OctagonAlert },
} as const;

/** A note that readers should not miss. */
export function Callout({
  kind = "note",
  title,
  children,
}: {
  kind?: CalloutKind;
  title?: string;
  children: ReactNode;
}) {
  const { word, Icon } = kinds[kind];
  return (
    <div className={`callout ${kind}`} role="note">
      <Icon className="callout-icon" aria-hidden />
      <div className="callout-text">
        <p className="callout-title">{title ?? word}</p>
        {children}
      </div>
    </div>
  );
}
