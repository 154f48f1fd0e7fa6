import { expect, test } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";
import type { TestEdge, TestEdgeOptions } from "../testing/test-edge.ts";

const ydoc = "/v2/rooms/r/ydoc";
const update = Buffer.of(1, 2, 3);

async function openEdge(options?: TestEdgeOptions) {
  const edge = await openTestEdge(options);
  await edge.services.rooms.create(edge.project.id, "r", { defaultAccesses: [] });
  return edge;
}

const put = (edge: TestEdge, query: string, body: Buffer, type: string | undefined = "application/octet-stream") =>
  edge.call("PUT", ydoc + query, body, {
    authorization: `Bearer ${edge.secretKey}`,
    ...(type === "" ? {} : { "content-type": type }),
  });

test("an update is applied to the root document or to the subdocument that is named", async () => {
  await using edge = await openEdge();
  const reply = await put(edge, "", update);
  expect([reply.status, reply.body]).toEqual([200, { success: true }]);
  await put(edge, "?guid=sub%2F1&encoder=v2", Buffer.of(4));
  await put(edge, "?guid=sub2&encoder=v3", Buffer.of(5));
  expect([...edge.gateway.documents]).toEqual([
    [JSON.stringify(["r", null]), { update, v2: false }],
    [JSON.stringify(["r", "sub/1"]), { update: Buffer.of(4), v2: true }],
    [JSON.stringify(["r", "sub2"]), { update: Buffer.of(5), v2: false }],
  ]);
  const root = await edge.call("GET", `${ydoc}-binary`);
  expect([root.headers["content-type"], [...root.bytes]]).toEqual(["application/octet-stream", [1, 2, 3]]);
  expect([...(await edge.call("GET", `${ydoc}-binary?guid=sub%2F1`)).bytes]).toEqual([4]);
  expect([...(await edge.call("GET", `${ydoc}-binary?guid=unknown`)).bytes]).toEqual([0, 0]);
});

test.for([
  ["application/octet-stream", 200],
  ["Application/Octet-Stream; charset=binary", 200],
  ["application/json", 400],
  ["text/plain", 400],
  ["application/octet-streams", 400],
  ["", 400],
] as const)("an update of the type %j is answered with %i", async ([type, status]) => {
  await using edge = await openEdge();
  const reply = await put(edge, "", update, type);
  expect([reply.status, reply.body.error]).toEqual([status, status === 200 ? undefined : "BAD_REQUEST"]);
});

test("an update that is empty, or names too long a guid, is not processable; one that is too large is refused", async () => {
  await using edge = await openEdge({ limits: { restDocumentBody: 10 } });
  expect((await put(edge, "", Buffer.alloc(0))).status).toBe(422);
  expect((await put(edge, `?guid=${"g".repeat(201)}`, update)).status).toBe(422);
  expect((await put(edge, "", Buffer.alloc(11))).status).toBe(413);
  expect((await put(edge, "", Buffer.alloc(10, 1))).status).toBe(200);
});

test("what of the document is asked for is read from the query", async () => {
  await using edge = await openEdge();
  for (const query of ["", "?formatting", "?formatting=false&key=a%20b", "?key=&type=ymap", "?key=k&type=unknown"])
    expect((await edge.call("GET", ydoc + query)).status).toBe(200);
  expect(edge.gateway.questions).toEqual([
    { formatting: false },
    { formatting: true },
    { formatting: true, key: "a b" },
    { formatting: false, key: "", type: "ymap" },
    { formatting: false, key: "k" },
  ]);
  const reply = await edge.call("GET", `${ydoc}?key=k&type=ytext`);
  expect([reply.headers["content-type"], reply.body]).toEqual(["application/json; charset=utf-8", "text"]);
});
