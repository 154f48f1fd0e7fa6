import { Suspense, lazy } from "react";
import { closeDialog, useOpenDialog } from "./dialogs.ts";

// Each is a chunk of its own, fetched when it is first opened.
const SearchDialog = lazy(() => import("../search/search-dialog.tsx").then((m) => ({ default: m.SearchDialog })));
const FeedbackDialog = lazy(() => import("../forms/feedback-dialog.tsx").then((m) => ({ default: m.FeedbackDialog })));
const ShortcutsDialog = lazy(() => import("./shortcuts-dialog.tsx").then((m) => ({ default: m.ShortcutsDialog })));

/** The dialog that is open over the page. */
export function ShellDialogs() {
  const open = useOpenDialog();
  if (open === null) return null;
  return (
    <Suspense>
      {open.name === "search" && <SearchDialog query={open.query ?? ""} onClose={closeDialog} />}
      {open.name === "feedback" && <FeedbackDialog wasItHelpful={open.wasItHelpful} onClose={closeDialog} />}
      {open.name === "shortcuts" && <ShortcutsDialog onClose={closeDialog} />}
    </Suspense>
  );
}
