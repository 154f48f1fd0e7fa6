import { History, Maximize2, Minimize2, PanelRight, PictureInPicture2, SquarePen, X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import type { PanelMode } from "./panel-state.ts";

export interface PanelBarProps {
  title: ReactNode;
  /** Undefined if the visitor is not signed in, and so has no chat. */
  chats?: { readonly canCreate: boolean; readonly isListed: boolean; onNew: () => void; onToggleList: () => void };
  /** Undefined where the window has no room for the panel beside the page. */
  mode?: { readonly value: PanelMode; onChange: (mode: PanelMode) => void };
  /** Undefined where the panel has no size of its own. */
  size?: { readonly isLarge: boolean; onToggle: () => void };
  onClose: () => void;
}

const icon = "size-4";

/** The title of the panel, and its buttons. */
export function PanelBar({ title, chats, mode, size, onClose }: PanelBarProps) {
  return (
    <div className="flex h-12 shrink-0 items-center gap-0.5 border-b border-line pr-2 pl-4">
      <div className="mr-auto min-w-0 truncate text-sm font-medium">{title}</div>
      {chats && (
        <>
          <IconButton name="New chat" size="sm" disabled={!chats.canCreate} onClick={chats.onNew}>
            <SquarePen className={icon} aria-hidden />
          </IconButton>
          <IconButton name="Chat history" size="sm" aria-pressed={chats.isListed} onClick={chats.onToggleList}>
            <History className={icon} aria-hidden />
          </IconButton>
        </>
      )}
      {mode &&
        (mode.value === "overlay" ? (
          <IconButton name="Inline mode" size="sm" onClick={() => mode.onChange("inline")}>
            <PanelRight className={icon} aria-hidden />
          </IconButton>
        ) : (
          <IconButton name="Overlay mode" size="sm" onClick={() => mode.onChange("overlay")}>
            <PictureInPicture2 className={icon} aria-hidden />
          </IconButton>
        ))}
      {size && (
        <IconButton name={size.isLarge ? "Shrink" : "Expand"} size="sm" onClick={size.onToggle}>
          {size.isLarge ? <Minimize2 className={icon} aria-hidden /> : <Maximize2 className={icon} aria-hidden />}
        </IconButton>
      )}
      <IconButton name="Close" size="sm" onClick={onClose}>
        <X className={icon} aria-hidden />
      </IconButton>
    </div>
  );
}
