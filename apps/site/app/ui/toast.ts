export interface ToastMessage {
  title: string;
  description?: string;
  tone?: "neutral" | "success" | "danger";
  action?: { label: string; onSelect: () => void };
}

const waiting: ToastMessage[] = [];
const listeners = new Set<() => void>();
let wanted = false;

/** Says something in a corner of the window for a few seconds. What must not be missed belongs on the page. */
export function toast(message: ToastMessage): void {
  waiting.push(message);
  wanted = true;
  for (const listener of listeners) listener();
}

/** Takes what has not been shown yet. */
export function takeToasts(): ToastMessage[] {
  return waiting.splice(0);
}

export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether anything was ever said: until then nothing of the corner is loaded. */
export function toastsWanted(): boolean {
  return wanted;
}
