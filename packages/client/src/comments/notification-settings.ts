import type { ChannelKinds } from "./types.ts";

/** Whether all kinds of notifications are sent over a channel. A channel that the project does not use is `null`. */
export function isNotificationChannelEnabled(settings: ChannelKinds | null): boolean {
  return settings !== null && Object.values(settings).every((isEnabled) => isEnabled);
}
