import { expect, test } from "vitest";
import { describeContents } from "./request-contents.ts";
import type { SentRequest } from "./request-contents.ts";

const secretKey = `sk_dev_${"k".repeat(32)}`;
const token = `eyJ${"h".repeat(20)}.${"p".repeat(40)}.${"s".repeat(30)}`;

function describe(sent: Partial<SentRequest>, requestContent = 64) {
  const request: SentRequest = {
    url: "/v2/rooms",
    headers: {},
    contentType: undefined,
    body: undefined,
    takesBytes: false,
    answer: undefined,
    ...sent,
  };
  return JSON.parse(describeContents(request, { requestContent })) as {
    url: string;
    headers: { name: string; value: string }[];
    body: { bytes: number; text: string | null; isCut: boolean } | null;
    answer: { bytes: number; text: string | null; isCut: boolean } | null;
  };
}
const text = (value: string) => ({ head: value, bytes: Buffer.byteLength(value) });

test("[AV10] what opens something is not kept, wherever it stands", () => {
  const sent = {
    url: `/v2/rooms?token=${token}&limit=5&x=${secretKey}`,
    headers: { authorization: `Bearer ${secretKey}`, cookie: "a=b", "x-api-key": "abc", accept: "*/*", via: secretKey },
    contentType: "application/json",
    body: Buffer.from(`{"userId":"ada","apiKey":"a\\"b","n":1}`),
    answer: text(`{"token":"${token}"}`),
  };
  const contents = describe(sent, 16_384);
  const kept = JSON.stringify(contents);
  for (const secret of [secretKey, token, "a=b", '"abc"', 'a\\"b']) expect(kept).not.toContain(secret);
  expect(contents.url).toBe("/v2/rooms?token=removed&limit=5&x=removed");
  expect(contents.headers).toContainEqual({ name: "accept", value: "*/*" });
  expect(contents.headers).toContainEqual({ name: "content-type", value: "application/json" });
  expect(contents.body?.text).toBe('{"userId":"ada","apiKey":"removed","n":1}');
  expect(contents.answer).toMatchObject({ text: '{"token":"removed"}', isCut: false });
});

test("[AV10] a secret that the cut goes through is not kept either", () => {
  for (let length = 1; length < 64; length++) {
    const { answer } = describe({ answer: text(`${"x".repeat(length)} {"secret":"${"q".repeat(200)}"}`) });
    expect(answer!.text).not.toMatch(/q{4}/);
  }
});

test("bodies are cut at whole characters, and bytes are only counted", () => {
  const long = describe({ body: Buffer.from(`${"a".repeat(63)}é`) });
  expect(long.body).toEqual({ bytes: 65, text: "a".repeat(63), isCut: true });
  expect(describe({ body: Buffer.from("short") }).body).toEqual({ bytes: 5, text: "short", isCut: false });
  expect(describe({ body: Buffer.from([1, 2, 3]), takesBytes: true }).body).toEqual({
    bytes: 3,
    text: null,
    isCut: false,
  });
  expect(describe({ answer: { head: undefined, bytes: 9 } }).answer).toEqual({ bytes: 9, text: null, isCut: false });
  expect(describe({ body: Buffer.alloc(0) })).toMatchObject({ body: null, answer: null });
});

test("text that was made to be slow to search is searched at once", () => {
  const most = 16_384;
  for (const hostile of ['"a'.repeat(most), "-eyJ".repeat(most), "?token".repeat(most), `"${"token".repeat(most)}`]) {
    const begun = performance.now();
    describeContents(
      {
        url: hostile,
        headers: {},
        contentType: undefined,
        body: Buffer.from(hostile),
        takesBytes: false,
        answer: text(hostile),
      },
      { requestContent: most },
    );
    expect(performance.now() - begun).toBeLessThan(2_000);
  }
});
