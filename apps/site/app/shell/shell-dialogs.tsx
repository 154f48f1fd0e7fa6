import { Suspense } from "react";
import { closeDialog, useOpenDialog } from "./dialogs.ts";
import { lazyPart } from "../ui/lazy-part.tsx";

// Each is a chunk of its own, fetched when it is first opened.
const SearchDialog = lazyPart(() => import("../search/search-dialog.tsx").then((m) => ({ default: m.SearchDialog })));
const FeedbackDialog = lazyPart(() =>
  import("../forms/feedback-dialog.tsx").then((m) => ({ default: m.FeedbackDialog })),
);
const ShortcutsDialog = lazyPart(() => import("./shortcuts-dialog.tsx").then((m) => ({ default: m.ShortcutsDialog })));

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
