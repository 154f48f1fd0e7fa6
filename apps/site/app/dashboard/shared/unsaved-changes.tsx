import { useEffect } from "react";
import { useBlocker } from "react-router";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { discardsChanges } from "./discard-changes.ts";

/** Asks before a page with unsaved changes is left, by a link or by closing the window. Its tabs keep the changes. */
export function UnsavedChanges({ exist }: { exist: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      exist && currentLocation.pathname !== nextLocation.pathname && !discardsChanges(nextLocation.state),
  );
  useEffect(() => {
    if (!exist) return;
    const leaving = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", leaving);
    return () => removeEventListener("beforeunload", leaving);
  }, [exist]);
  return (
    <AlertDialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title="Leave without saving?"
      action="Discard changes"
      onConfirm={() => blocker.proceed?.()}
    >
      <p>Your unsaved changes to this page will be lost.</p>
    </AlertDialog>
  );
}
