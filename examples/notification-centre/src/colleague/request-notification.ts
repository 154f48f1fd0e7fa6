import type { Notice } from "../back-end/notices.ts";

/** Asks the back end for a notification: see `back-end/notify.ts`. The demo project of a Weft server has one of its own. */
export async function requestNotification(notice: Notice): Promise<void> {
  const response = await fetch("/internal/demo/notify", {
    method: "POST",
    headers: { "content-type": "application/json", "x-weft-csrf": "1" },
    body: JSON.stringify(notice),
  });
  if (response.ok) return;
  const isLimited = response.status === 429;
  throw new Error(isLimited ? "Too many notifications. Try again later." : "The notification could not be sent.");
}
