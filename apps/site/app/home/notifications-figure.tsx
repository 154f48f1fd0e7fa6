import { clsx } from "clsx";
import { FigureFace } from "./figure-face.tsx";

const rows = [
  {
    initial: "A",
    colour: "var(--accent-solid)",
    text: "Ada mentioned you in Launch plan",
    note: "Now",
    isUnread: true,
  },
  { initial: "G", colour: "#0f766e", text: "Grace replied in Budget", note: "12 min", isUnread: true },
  { initial: "L", colour: "#a84d12", text: "Lena approved invoice 204", note: "Emailed", isUnread: false },
] as const;

/** An inbox with two unread notifications. */
export function NotificationsFigure() {
  return (
    <div className="flex size-full items-center justify-center overflow-hidden px-6 text-xs">
      <div className="w-full max-w-80 overflow-hidden rounded-md border border-line-strong bg-raised">
        {rows.map(({ initial, colour, text, note, isUnread }) => (
          <p
            key={text}
            className={clsx(
              "flex items-center gap-2.5 border-b border-line px-3 py-2.5 last:border-0",
              isUnread && "bg-accent-soft",
            )}
          >
            <FigureFace initial={initial} colour={colour} />
            <span className="min-w-0 flex-1 truncate">{text}</span>
            <span className="text-2xs text-muted">{note}</span>
            <span className={clsx("size-2 shrink-0 rounded-full", isUnread && "bg-accent-solid")} />
          </p>
        ))}
      </div>
    </div>
  );
}
