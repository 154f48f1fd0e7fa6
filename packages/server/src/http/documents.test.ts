import { expect, test } from "vitest";
import { Doc, encodeStateAsUpdate, encodeStateAsUpdateV2 } from "yjs";
import { openTestEdge } from "../testing/test-edge.ts";
import type { TestEdge, TestEdgeOptions } from "../testing/test-edge.ts";

const ydoc = "/v2/rooms/r/ydoc";
const source = new Doc();
source.getText("text").insert(0, "Hello");
for (const guid of ["sub/1", "sub2"]) source.getMap("documents").set(guid, new Doc({ guid }));
const update = Buffer.from(encodeStateAsUpdate(source));
const subdocument = new Doc();
subdocument.getText("text").insert(0, "World");
const subupdate = Buffer.from(encodeStateAsUpdate(subdocument));
const subupdateV2 = Buffer.from(encodeStateAsUpdateV2(subdocument));
const nothing = Buffer.of(0, 0);

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
  await put(edge, "?guid=sub%2F1&encoder=v2", subupdateV2);
  await put(edge, "?guid=sub2&encoder=v3", subupdate);
  expect(edge.gateway.updates).toEqual([
    { guid: undefined, update, v2: false },
    { guid: "sub/1", update: subupdateV2, v2: true },
    { guid: "sub2", update: subupdate, v2: false },
  ]);
  const root = await edge.call("GET", `${ydoc}-binary`);
  expect([root.headers["content-type"], Buffer.from(root.bytes)]).toEqual(["application/octet-stream", update]);
  expect(Buffer.from((await edge.call("GET", `${ydoc}-binary?guid=sub%2F1`)).bytes)).toEqual(subupdate);
  expect(Buffer.from((await edge.call("GET", `${ydoc}-binary?guid=unknown`)).bytes)).toEqual(nothing);
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
  await using edge = await openEdge({ limits: { restDocumentBody: update.length } });
  expect((await put(edge, "", Buffer.alloc(0))).status).toBe(422);
  expect((await put(edge, `?guid=${"g".repeat(201)}`, update)).status).toBe(422);
  expect((await put(edge, "", Buffer.alloc(update.length + 1))).status).toBe(413);
  expect((await put(edge, "", update)).status).toBe(200);
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
  await put(edge, "", update);
  const reply = await edge.call("GET", `${ydoc}?key=text&type=ytext`);
  expect([reply.headers["content-type"], reply.body]).toEqual(["application/json; charset=utf-8", "Hello"]);
});
