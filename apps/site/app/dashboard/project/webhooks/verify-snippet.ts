/** A route that receives events and checks their signature. */
export const verifySnippet = {
  file: "app/api/weft-webhook/route.ts",
  code: `import { WebhookHandler } from "@weft/node";

const webhooks = new WebhookHandler(process.env.WEFT_WEBHOOK_SECRET!);

export async function POST(request: Request) {
  const rawBody = await request.text();
  try {
    const event = webhooks.verifyRequest({ headers: request.headers, rawBody });
    console.log(event.type, event.data);
  } catch {
    return new Response("Invalid signature", { status: 400 });
  }
  return new Response(null, { status: 204 });
}`,
} as const;
