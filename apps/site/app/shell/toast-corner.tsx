import { Suspense, useSyncExternalStore } from "react";
import { onToast, toastsWanted } from "../ui/toast.ts";
import { lazyPart } from "../ui/lazy-part.tsx";

const Toaster = lazyPart(() => import("../ui/toaster.tsx").then((m) => ({ default: m.Toaster })));

/** Where toasts appear, once there is one. */
export function ToastCorner() {
  const wanted = useSyncExternalStore(onToast, toastsWanted, () => false);
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
