import { Drawer } from "@base-ui/react/drawer";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { createPath, useLocation } from "react-router";
import { PanelBar } from "./panel-bar.tsx";
import type { PanelBarProps } from "./panel-bar.tsx";
import { chooseMode, closeAssistant, usePanelState } from "./panel-state.ts";
import { defaultSize, largeSize } from "./panel-size.ts";
import { ResizeHandles } from "./resize-handles.tsx";
import { smallWindow, useMedia, wideWindow } from "./use-media.ts";
import { usePanelSize } from "./use-panel-size.ts";

/** How wide the panel is beside the page. */
const inlineWidth = "25rem";

/**
 * The assistant's panel: a window over the page, a column beside it, or a drawer on small screens. The page stays usable
 * beside the first two.
 */
export function PanelFrame({ chats, children }: { chats?: PanelBarProps["chats"]; children: ReactNode }) {
  const { mode } = usePanelState();
  const isWide = useMedia(wideWindow);
  const isSmall = useMedia(smallWindow);
  const [size, choose] = usePanelSize();
  const inline = isWide && mode === "inline";
  useCloseOnNavigation(isSmall);
  useEffect(() => {
    if (!inline) return;
    const { style } = document.documentElement;
    style.setProperty("--assistant-inline", inlineWidth);
    return () => void style.removeProperty("--assistant-inline");
  }, [inline]);

  if (isSmall)
    return (
      <Drawer.Root open onOpenChange={(open) => !open && closeAssistant()}>
        <Drawer.Portal>
          <Drawer.Backdrop className="fixed inset-0 z-50 bg-scrim" />
          <Drawer.Viewport className="fixed inset-0 z-50 flex items-end">
            <Drawer.Popup className="flex h-[85vh] w-full transform-[translateY(var(--drawer-swipe-movement-y))] flex-col rounded-t-lg border-t border-line bg-surface">
              <PanelBar
                title={<Drawer.Title className="text-sm font-medium">AI assistant</Drawer.Title>}
                {...(chats && { chats })}
                onClose={closeAssistant}
              />
              <Drawer.Content className="flex min-h-0 flex-1 flex-col">{children}</Drawer.Content>
            </Drawer.Popup>
          </Drawer.Viewport>
        </Drawer.Portal>
      </Drawer.Root>
    );
  const isLarge = size.w > defaultSize.w || size.h > defaultSize.h;
  return (
    <aside
      aria-label="AI assistant"
      className={
        inline
          ? "fixed top-(--header-height) right-0 bottom-0 z-30 flex flex-col border-l border-line bg-surface"
          : "fixed right-4 bottom-4 z-45 flex flex-col rounded-lg border border-line-strong bg-surface shadow-float"
      }
      style={inline ? { width: inlineWidth } : { width: size.w, height: size.h }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented && !inline) closeAssistant();
      }}
    >
      {!inline && <ResizeHandles size={size} onResize={choose} />}
      <PanelBar
        title={<h2 className="text-sm font-medium">AI assistant</h2>}
        {...(chats && { chats })}
        {...(isWide && { mode: { value: mode, onChange: chooseMode } })}
        {...(!inline && { size: { isLarge, onToggle: () => choose(isLarge ? defaultSize : largeSize) } })}
        onClose={closeAssistant}
      />
      {children}
    </aside>
  );
}

/** A drawer covers the page, or the part of it, that a link or a tool leads to, so it closes on the way there. */
function useCloseOnNavigation(isDrawer: boolean): void {
  const place = createPath(useLocation());
  const openedOn = useRef(place);
  useEffect(() => {
    if (isDrawer && openedOn.current !== place) closeAssistant();
    openedOn.current = place;
  }, [isDrawer, place]);
}
