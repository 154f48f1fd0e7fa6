import type { JsonObject } from "@weft/protocol";
import { billingHref } from "./links.ts";

const flags = {
  comments: "withComments",
  notifications: "withNotifications",
  multiplayerEditing: "withMultiplayerEditing",
  textEditor: "withTextEditor",
} as const;

/** The parameters that old chats have. */
export const upgradeFlags = Object.keys(flags) as readonly (keyof typeof flags)[];

/** Billing, with the Pro plan chosen and what it is wanted for. */
export function upgradeHref(args: JsonObject, teamId: string | undefined): string {
  const wanted = upgradeFlags.filter((flag) => args[flag] === true).map((flag) => [flags[flag], "true"]);
  return `${billingHref(teamId)}?${new URLSearchParams([["planType", "pro"], ...wanted]).toString()}`;
}
