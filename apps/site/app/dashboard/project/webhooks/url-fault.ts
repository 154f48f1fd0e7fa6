import { webhookLimits } from "@weft/protocol/webhook-limits";

/** What is wrong with the URL of an endpoint as it is typed. Whether the server calls it is for the server to say. */
export function urlFault(text: string): string | undefined {
  const url = URL.parse(text.trim());
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:"))
    return "Enter an absolute URL, such as https://example.com/api/webhooks.";
  if (url.username !== "" || url.password !== "")
    return "The URL can't contain a user name or password. Use an additional header instead.";
  return text.trim().length > webhookLimits.webhookUrlLength
    ? `The URL can have at most ${webhookLimits.webhookUrlLength} characters.`
    : undefined;
}
