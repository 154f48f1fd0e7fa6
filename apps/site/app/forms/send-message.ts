import type { InternalRoutes } from "@weft/protocol";
import { send } from "../api/send.ts";

/** The routes of the forms that write to the operator of this server. */
export type MessageRoute =
  | "POST /internal/contact/support"
  | "POST /internal/contact/sales"
  | "POST /internal/feedback";

/** Sends a form. It has arrived if the answer is 200; any other status is a failure, 202 and 204 of a proxy included. */
export async function sendMessage<R extends MessageRoute>(
  route: R,
  body: NonNullable<InternalRoutes[R]["body"]>,
): Promise<void> {
  await send("POST", route.slice("POST ".length), { body, status: 200 });
}
