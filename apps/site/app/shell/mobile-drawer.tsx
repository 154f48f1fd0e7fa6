import { MessageSquare } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { useMe } from "../api/use-me.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Drawer } from "../ui/drawer.tsx";
import { openFeedback } from "./dialogs.ts";
import { currentPrimaryLink, primaryLinks } from "./primary-links.ts";
import { useSideNavigation } from "./side-navigation.ts";

/** The navigation on small screens: the primary links, then the section's own. */
export function MobileDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { pathname } = useLocation();
  const { data: me } = useMe();
  const side = useSideNavigation();
  const current = currentPrimaryLink(pathname);
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    onClose();
  }, [pathname, onClose]);
  return (
    <Drawer open={open} onOpenChange={(next) => !next && onClose()} title="Navigation">
      <nav aria-label="Primary">
        <ul className="flex flex-col">
          {primaryLinks.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                onClick={onClose}
                aria-current={current === to ? "page" : undefined}
                className="flex h-11 items-center rounded-md px-3 text-base text-muted hover:bg-hover aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {side && <div className="mt-5 border-t border-line pt-5">{side}</div>}
      <div className="mt-5 flex flex-col gap-2 border-t border-line pt-5">
        {me?.user === null && (
          <>
            <ButtonLink to="/sign-up" variant="primary" onClick={onClose}>
              Sign up
            </ButtonLink>
            <ButtonLink to="/sign-in" onClick={onClose}>
              Sign in
            </ButtonLink>
          </>
        )}
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
