import { listMessages, sendFeedback, sendSales, sendSupport, updateMessage } from "@weft/protocol";
import { implementSite, siteRoutesOf } from "./site-route.ts";

const sent = { sent: true } as const;

/** Messages from users to the server's operator. */
export const messageRoutes = siteRoutesOf(
  implementSite(sendSupport, async ({ body }, { messages }) => {
    await messages.support(body);
    return sent;
  }),

  implementSite(sendSales, async ({ body }, { messages }) => {
    await messages.sales(body);
    return sent;
  }),

  implementSite(sendFeedback, async ({ body }, { messages }) => {
    await messages.feedback(body);
    return sent;
  }),

  implementSite(listMessages, ({ query }, { messages }) => messages.list(query)),

  implementSite(updateMessage, ({ path, body }, { messages }) => messages.setState(path.messageId, body.state)),
);
