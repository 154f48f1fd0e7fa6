import { request } from "../api/request.ts";
import { openAssistant } from "../assistant/panel/panel-state.ts";
import { openFeedback, openShortcuts } from "../shell/dialogs.ts";
import { chooseTheme } from "../theme/theme.ts";
import { toast } from "../ui/toast.ts";
import type { RouteParams } from "./route-params.ts";
import type { SearchAction } from "./search-item.ts";

/** Does what a row offers. */
export async function runAction(action: SearchAction, { projectId = "" }: RouteParams): Promise<void> {
  switch (action) {
    case "theme-light":
      return chooseTheme("light");
    case "theme-dark":
      return chooseTheme("dark");
    case "theme-system":
      return chooseTheme("system");
    case "ask-assistant":
      return openAssistant();
    case "show-shortcuts":
      return openShortcuts();
    case "send-feedback":
      return openFeedback();
    case "copy-public-key":
      return copyPublicKey(projectId).then(
        () => toast({ title: "Public key copied", tone: "success" }),
        () => toast({ title: "The key couldn't be copied", tone: "danger" }),
      );
  }
}

async function copyPublicKey(projectId: string): Promise<void> {
  const key = request("GET /internal/projects/{projectId}", { path: { projectId } }).then(
    ({ publicKey }) => new Blob([publicKey], { type: "text/plain" }),
  );
  // A promise in the item: the key press still counts as the reason when the answer has arrived.
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": key })]);
}
