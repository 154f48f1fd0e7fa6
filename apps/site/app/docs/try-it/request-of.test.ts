import { expect, test } from "vitest";
import { operationOf } from "../generated/operations.ts";
import { tryFormOf } from "../generated/try-forms.ts";
import { initialValues, requestOf } from "./request-of.ts";

const form = (id: string) => tryFormOf(operationOf(id));

test("path parameters are encoded, and empty optional fields are left out", () => {
  expect(requestOf(form("get-room"), { "path.roomId": "a/b c" })).toEqual({
    path: "/rooms/a%2Fb%20c",
    body: undefined,
  });
  expect(requestOf(form("list-rooms"), { "query.limit": "5", "query.query": "" })).toEqual({
    path: "/rooms?limit=5",
    body: undefined,
  });
});

test("members of a body have the types that are declared", () => {
  const request = requestOf(form("create-room"), {
    "body.id": "lobby",
    "body.defaultAccesses": '["*:write"]',
    "body.metadata": '{"color": "blue"}',
  });
  expect(request).toMatchObject({ path: "/rooms" });
  expect(JSON.parse((request as { body: string }).body)).toEqual({
    id: "lobby",
    defaultAccesses: ["*:write"],
    metadata: { color: "blue" },
  });
});

test("a body that is no object with known members is one field", () => {
  const broadcast = form("broadcast-event");
  expect(broadcast.fields.map(({ name }) => name)).toEqual(["roomId", ""]);
  const values = { ...initialValues(broadcast), "path.roomId": "lobby" };
  expect(requestOf(broadcast, values)).toEqual({
    path: "/rooms/lobby/broadcast_event",
    body: '{"type":"reaction","emoji":"👏"}',
  });
});

test("what is missing or wrong is said by field, and nothing is sent", () => {
  expect(requestOf(form("create-room"), { "body.id": "", "body.defaultAccesses": "[" })).toEqual({
    faults: { "body.id": "Required.", "body.defaultAccesses": "This isn't valid JSON." },
  });
  expect(requestOf(form("list-rooms"), { "query.limit": "many" })).toEqual({
    faults: { "query.limit": "Enter a number." },
  });
});
