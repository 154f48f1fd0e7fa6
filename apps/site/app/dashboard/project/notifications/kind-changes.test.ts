import type { ProjectNotifications } from "@weft/protocol";
import { expect, test } from "vitest";
import { deliveryOf, kindFault, withDelivery, withKind } from "./kind-changes.ts";

const channel = (kinds: Record<string, boolean>) => ({ enabled: true, kinds });
const settings: ProjectNotifications = {
  channels: {
    email: channel({ thread: true }),
    slack: channel({ thread: false, $sale: true }),
    teams: channel({}),
    webPush: channel({}),
  },
  customKinds: [{ kind: "$sale", batched: true }],
  delayMs: 60_000,
};

test("a kind on a channel is on or off by default, or unavailable", () => {
  expect(deliveryOf(settings, "email", "thread")).toBe("on");
  expect(deliveryOf(settings, "slack", "thread")).toBe("off");
  expect(deliveryOf(settings, "teams", "thread")).toBe("unavailable");
  expect(deliveryOf(settings, "teams", "toString")).toBe("unavailable");
});

test("setting one kind leaves the others of the channel", () => {
  expect(withDelivery(settings, "slack", "thread", "on")).toEqual({ thread: true, $sale: true });
  expect(withDelivery(settings, "slack", "$sale", "unavailable")).toEqual({ thread: false });
});

test("a new kind is available everywhere, and on by email", () => {
  const change = withKind(settings, "$like", false);
  expect(change.customKinds.map(({ kind }) => kind)).toEqual(["$sale", "$like"]);
  expect(change.channels.email.kinds).toEqual({ thread: true, $like: true });
  expect(change.channels.teams.kinds).toEqual({ $like: false });
});

test("kinds are named as the REST API names them, once", () => {
  expect(kindFault("$like", settings)).toBeUndefined();
  for (const kind of ["", "like", "$", "$a b", "$sale"]) expect(kindFault(kind, settings)).toBeTypeOf("string");
});
