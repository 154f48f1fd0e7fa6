import { readItem, storeItem } from "../storage/browser-storage.ts";
import { doubtServer, serverAnswers } from "./server-doubt.ts";

/** The script of a page could not be loaded. */
export class ModuleFailed extends Error {
  override readonly name = "ModuleFailed";
}

const reloadedKey = "weft:reloaded-for";

declare global {
  interface Window {
    /** Called by the router in place of its own reload; see `vite.config.ts`. */
    weftModuleFailed?: (module: string, error: unknown) => Promise<never>;
  }
}

/**
 * Handles a failed load of a route's module. If the server answers, the script belongs to an older build, and the page
 * is reloaded once. If it does not, a reload would replace the app by the browser's own error page, so the route shows
 * the failure.
 */
export async function answerModuleFailure(module: string, error: unknown): Promise<never> {
  if ((await serverAnswers()) && readItem(reloadedKey, "session") !== module) {
    storeItem(reloadedKey, module, "session");
    location.reload();
    return new Promise<never>(() => undefined);
  }
  doubtServer();
  throw new ModuleFailed(`${module} could not be loaded.`, { cause: error });
}

/** Whether an error says that a script of the site did not come, of a route or of a part that is loaded when it is opened. */
export function isModuleFailure(error: unknown): boolean {
  return (
    error instanceof ModuleFailed ||
    (error instanceof TypeError &&
      /dynamically imported module|Importing a module script failed|Unable to preload/iu.test(error.message)) ||
    (error instanceof Error && error.message.startsWith("Unable to preload CSS"))
  );
}
