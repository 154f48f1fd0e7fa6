import { createHmac } from "node:crypto";
import { webhookEventTypes } from "@weft/protocol";
import { expect, test } from "vitest";
import { isCustomNotificationEvent, isTextMentionNotificationEvent, isThreadNotificationEvent } from "./events.ts";
import type { WebhookEvent } from "./events.ts";
import { WebhookHandler } from "./webhook-handler.ts";

const secret = `whsec_${Buffer.from("the first key, 24 bytes.").toString("base64")}`;
const other = `whsec_${Buffer.from("another key, of 24 bytes").toString("base64")}`;
const nowSeconds = 1_772_366_400;
const now = () => nowSeconds * 1_000 + 999;
const event = { type: "roomCreated", data: { projectId: "p1", roomId: "a", createdAt: "2026-03-01T12:00:00.000Z" } };

interface Signing {
  readonly secrets?: readonly string[];
  readonly timestamp?: number | string;
  readonly body?: string;
}

function signed({ secrets = [secret], timestamp = nowSeconds, body = JSON.stringify(event) }: Signing = {}) {
  const signatures = secrets.map((each) => {
    const key = Buffer.from(each.slice("whsec_".length), "base64");
    return `v1,${createHmac("sha256", key).update(`msg_1.${timestamp}.${body}`).digest("base64")}`;
  });
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
  return { headers, rawBody: body };
}

const handler = new WebhookHandler(secret, { now });

test("[ND30] a request that was signed with the secret is verified, whatever the case and form of its headers", () => {
  const { headers, rawBody } = signed();
  expect(handler.verifyRequest({ headers, rawBody })).toEqual(event);
  expect(handler.verifyRequest({ headers: new Headers(headers), rawBody })).toEqual(event);
  const shouted = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
  expect(handler.verifyRequest({ headers: shouted, rawBody })).toEqual(event);
});

test("[ND30] the example of the standard is verified up to its type, which is not one of Weft", () => {
  const standard = new WebhookHandler("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", { now: () => 1_614_265_330_000 });
  const headers = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  };
  expect(() => standard.verifyRequest({ headers, rawBody: '{"test": 2432232314}' })).toThrow(/not a type of webhook/);
});

test("[ND30] a request that was changed, that another secret signed, or that lacks a header is refused", () => {
  const { headers, rawBody } = signed();
  const refused = [
    { headers, rawBody: `${rawBody} ` },
    { headers: { ...headers, "webhook-id": "msg_2" }, rawBody },
    { headers: { ...headers, "webhook-timestamp": String(nowSeconds + 1) }, rawBody },
    { headers: { ...headers, "webhook-signature": headers["webhook-signature"].slice("v1,".length) }, rawBody },
    { headers: { ...headers, "webhook-signature": "v1," }, rawBody },
    { headers: { ...headers, "webhook-signature": `${headers["webhook-signature"].slice(0, -4)}AAA=` }, rawBody },
    signed({ secrets: [other] }),
  ];
  for (const request of refused) expect(() => handler.verifyRequest(request)).toThrow(/signature .* does not fit/);
  for (const name of Object.keys(headers))
    expect(() => handler.verifyRequest({ headers: { ...headers, [name]: undefined }, rawBody })).toThrow(
      `The request has no ${name} header`,
    );
  expect(() => handler.verifyRequest({ headers, rawBody: event as unknown as string })).toThrow(/rawBody must be/);
});

test("[ND31] a request may be five minutes old, or dated five minutes ahead", () => {
  for (const away of [-300, 300])
    expect(handler.verifyRequest(signed({ timestamp: nowSeconds + away }))).toEqual(event);
  expect(() => handler.verifyRequest(signed({ timestamp: nowSeconds - 301 }))).toThrow(/too old/);
  expect(() => handler.verifyRequest(signed({ timestamp: nowSeconds + 301 }))).toThrow(/in the future/);
  expect(() => handler.verifyRequest(signed({ timestamp: nowSeconds * 1_000 }))).toThrow();
  expect(() => handler.verifyRequest(signed({ timestamp: "now" }))).toThrow(/seconds since the epoch/);
});

test("[ND32] while a secret is rolled, requests with two signatures fit either, and a handler may know both secrets", () => {
  const both = signed({ secrets: [other, secret] });
  expect(handler.verifyRequest(both)).toEqual(event);
  expect(new WebhookHandler(other, { now }).verifyRequest(both)).toEqual(event);
  const knowing = new WebhookHandler([secret, other], { now });
  for (const secrets of [[secret], [other]]) expect(knowing.verifyRequest(signed({ secrets }))).toEqual(event);
  const foreign = `whsec_${Buffer.from("a key that no one knows.").toString("base64")}`;
  expect(() => knowing.verifyRequest(signed({ secrets: [foreign] }))).toThrow(/does not fit/);
});

test("[ND32] what is not a secret is refused at once", () => {
  for (const wrong of ["", "secret", "whsec_", undefined, 5, [], [secret, "x"]])
    expect(() => new WebhookHandler(wrong as string)).toThrow(/begins with whsec_/);
});

test("[ND33] every declared type of events is accepted, and no other", () => {
  for (const type of webhookEventTypes) {
    const sent = type === "notification" ? { type, data: { kind: "thread" } } : { type, data: {} };
    expect(handler.verifyRequest(signed({ body: JSON.stringify(sent) }))).toEqual(sent);
  }
  for (const body of ['{"type":"roomPainted","data":{}}', "{}", "null", '{"type":"notification","data":{"kind":"x"}}'])
    expect(() => handler.verifyRequest(signed({ body }))).toThrow(/is not a (?:type|kind)/);
});

test("[ND33] notifications are told apart by their kind", () => {
  const kinds = ["thread", "textMention", "$build"];
  const tests = [isThreadNotificationEvent, isTextMentionNotificationEvent, isCustomNotificationEvent];
  for (const [index, kind] of kinds.entries()) {
    const notification = { type: "notification", data: { kind } } as WebhookEvent;
    expect(tests.map((is) => is(notification))).toEqual(kinds.map((_, at) => at === index));
  }
  for (const is of tests) expect(is(event as WebhookEvent)).toBe(false);
});
