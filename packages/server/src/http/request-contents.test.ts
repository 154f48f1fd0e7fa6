import { expect, test } from "vitest";
import { describeContents } from "./request-contents.ts";
import type { AnsweredCall } from "./answered-call.ts";

const secretKey = `sk_dev_${"k".repeat(32)}`;
const token = `eyJ${"h".repeat(20)}.${"p".repeat(40)}.${"s".repeat(30)}`;

type Sent = AnsweredCall["sent"] & Pick<AnsweredCall, "answer">;

function describe({ answer, ...sent }: Partial<Sent>, requestContent = 64) {
  const nothing = { url: "/v2/rooms", headers: {}, contentType: undefined, body: undefined, takesBytes: false };
  return JSON.parse(describeContents({ sent: { ...nothing, ...sent }, answer }, { requestContent })) as {
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

test.for([
  ["behind an escaped line break", { body: Buffer.from(JSON.stringify({ text: `first\n${secretKey}` })) }],
  ["behind an escaped character", { body: Buffer.from(`{"text":"\\u003d${secretKey}"}`) }],
  ["behind what a query has escaped", { url: `/v2/rooms?auth=Bearer%20${token}&x=%22${secretKey}` }],
  ["in the address that led there", { headers: { referer: "https://app.test/?access_token=opens-it" } }],
  ["in the link to a file", { answer: text('{"urls":["https://weft.test/files/f?expires=9&signature=opens-it"]}') }],
  ["as a number", { body: Buffer.from('{"accessToken":314159265,"n":1}') }],
  ["in a list", { body: Buffer.from('{"tokens":["opens-it", "opens-it"],"n":1}') }],
  ["in a list that is cut", { body: Buffer.from('{"tokens":["opens-it", "opens-it"') }],
  ["in a form that was sent instead of JSON", { body: Buffer.from("password=opens-it&n=1") }],
  ["as a private key", { body: Buffer.from('{"privateKey":"opens-it","n":1}') }],
] as const)("[AV10] what opens something is not kept %s", ([, sent]) => {
  const kept = JSON.stringify(describe(sent, 16_384));
  for (const secret of [secretKey, token, "opens-it", "314159265"]) expect(kept).not.toContain(secret);
  expect(kept).toContain("removed");
});

test("what only looks like it is kept", () => {
  const body = '{"task_list_of_things":"ask_for_some_more","author":"ada","list":[1,2],"tokens":{"of":"ada"}}';
  expect(describe({ body: Buffer.from(body) }, 16_384).body?.text).toBe(body);
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
  // Far more than is kept: what takes time by its square would take minutes.
  const most = 262_144;
  for (const hostile of [
    '"a'.repeat(most),
    "-eyJ".repeat(most),
    "?token".repeat(most),
    `"${"token".repeat(most)}`,
    `?${"token".repeat(most)}`,
    '"token":['.repeat(most),
    `"token":[${'"'.repeat(most)}`,
    `"token":["${"\\".repeat(most)}`,
    "%20eyJ".repeat(most),
  ]) {
    const begun = performance.now();
    describeContents(
      {
        sent: { url: hostile, headers: {}, contentType: undefined, body: Buffer.from(hostile), takesBytes: false },
        answer: text(hostile),
      },
      { requestContent: most },
    );
    expect(performance.now() - begun).toBeLessThan(2_000);
  }
});
