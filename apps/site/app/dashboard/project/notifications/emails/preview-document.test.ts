import { renderThreadNotificationEmail } from "@weft/emails";
import { expect, test } from "vitest";
import { previewDocument } from "./preview-document.ts";
import { sampleClient, sampleEvent, sampleOptions } from "./sample-notification.ts";

const emailOf = async (name: string) =>
  (await renderThreadNotificationEmail(sampleClient, sampleEvent, { ...sampleOptions, brand: { name } }))!;

test("the sample is an email about a mention", async () => {
  const { subject, text } = await emailOf("Sites");
  expect(subject).toBe("Ada Lovelace mentioned you in Launch plan");
  expect(text).toContain("@Grace Hopper, can you review the pricing section before Friday?");
});

test("a preview may load nothing, and has the colors of its scheme", async () => {
  const { html } = await emailOf("Sites");
  const light = previewDocument(html, "light");
  const dark = previewDocument(html, "dark");
  for (const document of [light, dark]) {
    const [before] = document.split("<title>");
    expect(before).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(document).not.toContain("prefers-color-scheme");
  }
  expect(light).toContain("@media not all {");
  expect(light).toContain("color-scheme: light;");
  expect(dark).toContain("@media all {");
  expect(dark).toContain("color-scheme: dark;");
});

test("names that look like styles are left as they are", async () => {
  const name = "</style><style>light dark (prefers-color-scheme: dark)";
  const { html } = await emailOf(name);
  const escaped = "&lt;/style&gt;&lt;style&gt;light dark (prefers-color-scheme: dark)";
  expect(html.split(escaped).length).toBeGreaterThan(1);
  expect(previewDocument(html, "dark").split(escaped).length).toBe(html.split(escaped).length);
  expect(previewDocument(html, "dark").split("</style>")).toHaveLength(2);
});
