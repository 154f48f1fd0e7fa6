import type { EmailKind } from "./email-event.ts";

export type EmailFormat = "ready" | "react" | "html";

export interface EmailCodeOptions {
  readonly kind: EmailKind;
  readonly format: EmailFormat;
  readonly serverUrl: string;
  readonly brand: string;
}

/** The endpoint of a back end that sends the email when the server notifies it. */
export function emailCode({ kind, format, serverUrl, brand }: EmailCodeOptions): string {
  const subject = kind === "thread" ? "Thread" : "TextMention";
  const isEvent = `is${subject}NotificationEvent`;
  const makes = {
    ready: `render${subject}NotificationEmail`,
    react: `prepare${subject}NotificationEmailAsReact`,
    html: `prepare${subject}NotificationEmailAsHtml`,
  }[format];
  const names = [
    "    resolveUsers: ({ userIds }) => getUsers(userIds),",
    "    resolveRoomInfo: ({ roomId }) => ({ url: `https://app.example.com/rooms/${roomId}` }),",
  ];
  const imports = [
    `import { ${makes} } from "@weft/emails";`,
    ...(format === "react" ? [`import type { ${subject}NotificationEmailDataAsReact } from "@weft/emails";`] : []),
    `import { ${isEvent}, WebhookHandler, Weft } from "@weft/node";`,
    ...(format === "react" ? ['import { renderToStaticMarkup } from "react-dom/server";'] : []),
  ];
  return [
    ...imports,
    "",
    `const weft = new Weft({ secret: process.env.WEFT_SECRET_KEY!, baseUrl: ${JSON.stringify(serverUrl)} });`,
    "const webhooks = new WebhookHandler(process.env.WEFT_WEBHOOK_SECRET!);",
    "",
    "export async function POST(request: Request) {",
    "  const event = webhooks.verifyRequest({ headers: request.headers, rawBody: await request.text() });",
    `  if (!${isEvent}(event)) return new Response();`,
    `  const ${format === "ready" ? "email" : "data"} = await ${makes}(weft, event, {`,
    ...names,
    ...(format === "ready" ? [`    brand: { name: ${JSON.stringify(brand)} },`] : []),
    "  });",
    `  if (${format === "ready" ? "email" : "data"} === null) return new Response(); // Read or deleted since.`,
    ...sending[format](kind),
    "  return new Response();",
    "}",
    ...component[format](kind),
  ].join("\n");
}

const recipient = "to: await emailAddressOf(event.data.userId)";

const sending: Readonly<Record<EmailFormat, (kind: EmailKind) => readonly string[]>> = {
  ready: () => [`  await sendEmail({ ${recipient}, ...email });`],
  react: () => [
    "  const html = renderToStaticMarkup(<NotificationEmail data={data} />);",
    `  await sendEmail({ ${recipient}, subject: "New activity", html });`,
  ],
  html: (kind) => [
    ...(kind === "thread"
      ? [
          '  const comments = data.type === "unreadMention" ? [data.comment] : data.comments;',
          '  const html = comments.map(({ author, body }) => `<h2>${escapeHtml(author.info.name)}</h2>${body}`).join("");',
        ]
      : ["  const html = `<h2>${escapeHtml(data.mention.author.info.name)}</h2>${data.mention.content}`;"]),
    `  await sendEmail({ ${recipient}, subject: "New activity", html });`,
  ],
};

const component: Readonly<Record<EmailFormat, (kind: EmailKind) => readonly string[]>> = {
  ready: () => [],
  html: () => [],
  react: (kind) =>
    kind === "thread"
      ? [
          "",
          "function NotificationEmail({ data }: { data: ThreadNotificationEmailDataAsReact }) {",
          '  const comments = data.type === "unreadMention" ? [data.comment] : data.comments;',
          "  return comments.map(({ id, author, body }) => (",
          "    <section key={id}>",
          "      <h2>{author.info.name}</h2>",
          "      {body}",
          "    </section>",
          "  ));",
          "}",
        ]
      : [
          "",
          "function NotificationEmail({ data }: { data: TextMentionNotificationEmailDataAsReact }) {",
          "  return (",
          "    <section>",
          "      <h2>{data.mention.author.info.name}</h2>",
          "      {data.mention.content}",
          "    </section>",
          "  );",
          "}",
        ],
};
