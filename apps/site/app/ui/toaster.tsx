import { Toast } from "@base-ui/react/toast";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { useEffect } from "react";
import { IconButton } from "./icon-button.tsx";
import { onToast, takeToasts } from "./toast.ts";
import type { ToastMessage } from "./toast.ts";

const manager = Toast.createToastManager<ToastMessage>();

/** The corner where toasts appear; it is loaded with the first of them. */
export function Toaster() {
  return (
    <Toast.Provider toastManager={manager} timeout={6000} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 z-60 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2 outline-none">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
  const { toasts } = Toast.useToastManager<ToastMessage>();
  useEffect(() => {
    const show = () => {
      for (const message of takeToasts())
        manager.add({
          title: message.title,
          description: message.description,
          priority: message.tone === "danger" ? "high" : "low",
          data: message,
        });
    };
    show();
    return onToast(show);
  }, []);
  return toasts.map((shown) => (
    <Toast.Root
      key={shown.id}
      toast={shown}
      className={clsx(
        "popup-motion flex items-start gap-3 rounded-lg border border-line bg-raised py-3 pr-2 pl-4 shadow-float data-limited:hidden",
        shown.data?.tone === "danger" && "border-danger-line",
        shown.data?.tone === "success" && "border-success-line",
      )}
    >
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 py-1 text-sm">
        <Toast.Title className="font-sans text-sm font-medium tracking-normal" />
        <Toast.Description className="text-muted" />
        {shown.data?.action && (
          <button
            type="button"
            className="link mt-1 self-start"
            onClick={() => {
              shown.data?.action?.onSelect();
              manager.close(shown.id);
            }}
          >
            {shown.data.action.label}
          </button>
        )}
      </div>
      {/* Always in sight here, so it is not hidden from assistive technology either, as it would be by default. */}
      <Toast.Close
        aria-hidden={false}
        render={
          <IconButton name="Dismiss" size="sm">
            <X className="size-4" aria-hidden />
          </IconButton>
        }
      />
    </Toast.Root>
  ));
}
