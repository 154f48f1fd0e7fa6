import { BookOpen, MessageSquare } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { openFeedback } from "../../shell/dialogs.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Drawer } from "../../ui/drawer.tsx";

export interface AppDrawerProps {
  open: boolean;
  onClose: () => void;
  /** The navigation of the place that is open. */
  children: ReactNode;
}

/** The dashboard's navigation on small screens. */
export function AppDrawer({ open, onClose, children }: AppDrawerProps) {
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    onClose();
  }, [pathname, onClose]);
  return (
    <Drawer open={open} onOpenChange={(next) => !next && onClose()} title="Navigation">
      {children}
      <div className="mt-5 flex flex-col gap-2 border-t border-line pt-5">
        <ButtonLink to="/docs" variant="ghost" onClick={onClose}>
          <BookOpen className="size-4" aria-hidden />
          Docs
        </ButtonLink>
        <Button
          variant="ghost"
          onClick={() => {
            onClose();
            openFeedback();
          }}
        >
          <MessageSquare className="size-4" aria-hidden />
          Feedback
        </Button>
      </div>
    </Drawer>
  );
}
