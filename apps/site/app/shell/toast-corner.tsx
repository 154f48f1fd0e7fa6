import { Suspense, lazy, useSyncExternalStore } from "react";
import { onToast, toastsWanted } from "../ui/toast.ts";

const Toaster = lazy(() => import("../ui/toaster.tsx").then((m) => ({ default: m.Toaster })));

/** Where toasts appear, once there is one. */
export function ToastCorner() {
  const wanted = useSyncExternalStore(onToast, toastsWanted, () => false);
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
