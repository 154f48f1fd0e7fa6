import type { ProjectNotifications } from "@weft/protocol";
import { channels } from "./notification-queries.ts";
import type { Channel } from "./notification-queries.ts";

/** Whether a kind is sent on a channel: to users who have not chosen, only to users who want it, or never. */
export type Delivery = "on" | "off" | "unavailable";

export function deliveryOf({ channels: all }: ProjectNotifications, channel: Channel, kind: string): Delivery {
  const { kinds } = all[channel];
  if (!Object.hasOwn(kinds, kind)) return "unavailable";
  return kinds[kind] === true ? "on" : "off";
}

/** The kinds of a channel after one of them was set. */
export function withDelivery(
  { channels: all }: ProjectNotifications,
  channel: Channel,
  kind: string,
  delivery: Delivery,
): Record<string, boolean> {
  const kinds = new Map(Object.entries(all[channel].kinds));
  if (delivery === "unavailable") kinds.delete(kind);
  else kinds.set(kind, delivery === "on");
  return Object.fromEntries(kinds);
}

/** A new kind: available on every channel, on by default by email alone, as the kinds that every project has. */
export function withKind(settings: ProjectNotifications, kind: string, batched: boolean) {
  const onEach = channels.map(({ id }) => {
    const kinds = withDelivery(settings, id, kind, id === "email" ? "on" : "off");
    return [id, { kinds }] as const;
  });
  return {
    customKinds: [...settings.customKinds, { kind, batched }],
    channels: Object.fromEntries(onEach) as Record<Channel, { kinds: Record<string, boolean> }>,
  };
}

/** Why a project cannot have a kind of this name; undefined when it can. */
export function kindFault(
  kind: string,
  { customKinds }: Pick<ProjectNotifications, "customKinds">,
): string | undefined {
  if (kind === "") return "Enter a kind";
  if (!/^\$[a-zA-Z_]{1,128}$/.test(kind))
    return "Use $ followed by 1 to 128 letters or underscores, as in $fileUploaded";
  return customKinds.some((known) => known.kind === kind) ? "This kind already exists" : undefined;
}
