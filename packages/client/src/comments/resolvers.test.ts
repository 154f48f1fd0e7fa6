import { expect, test } from "vitest";
import type { HttpApi } from "../http/http-api.ts";
import type { ResolverOptions } from "./resolver-types.ts";
import { Resolvers } from "./resolvers.ts";

function open(options: ResolverOptions<{ readonly info?: { readonly name: string } }>) {
  const windows: (() => void)[] = [];
  const timers = {
    set(_: number, run: () => void) {
      windows.push(run);
      return { cancel: () => void windows.splice(windows.indexOf(run), 1) };
    },
  };
  const http = { findGroups: async () => [{ id: "g1", members: [] }] } as unknown as HttpApi;
  const resolvers = new Resolvers(options, http, timers);
  return { resolvers, pass: () => windows.splice(0).forEach((run) => run()) };
}

test("[CS140] ids are asked for together and once, and kept until they are invalidated", async () => {
  const asked: string[][] = [];
  const { resolvers, pass } = open({
    resolveUsers: ({ userIds }) => {
      asked.push(userIds);
      return userIds.map((id) => (id === "unknown" ? undefined : { name: id.toUpperCase() }));
    },
  });
  const { users } = resolvers;
  const answers = Promise.all([users.get("a"), users.get("b"), users.get("a"), users.get("unknown")]);
  expect(users.peek("a")).toEqual({ isLoading: true });
  pass();
  expect(await answers).toEqual([{ name: "A" }, { name: "B" }, { name: "A" }, undefined]);
  expect(asked).toEqual([["a", "b", "unknown"]]);
  const kept = users.peek("a");
  expect(users.peek("a")).toBe(kept);
  expect(await users.get("b")).toEqual({ name: "B" });
  expect(asked).toHaveLength(1);
  users.invalidate(["a"]);
  const again = users.get("a");
  pass();
  await again;
  expect(asked.slice(1)).toEqual([["a"]]);
});

test("[CS140] a resolver that answers too few values, or fails, fails those who asked", async () => {
  const { resolvers, pass } = open({
    resolveRoomsInfo: () => [],
    resolveGroupsInfo: () => Promise.reject(new Error("x")),
  });
  const rooms = expect(resolvers.rooms.get("r")).rejects.toThrow("one for each");
  const groups = expect(resolvers.groupInfos.get("g")).rejects.toThrow("x");
  pass();
  await Promise.all([rooms, groups]);
  expect(resolvers.rooms.peek("r")?.error).toBeInstanceOf(Error);
});

test("[CS140] groups are asked for at the server, and suggestions are kept for each text", async () => {
  const texts: string[] = [];
  const { resolvers, pass } = open({
    resolveMentionSuggestions: ({ text }) => {
      texts.push(text);
      return ["ada"];
    },
  });
  const groups = Promise.all([resolvers.groups.get("g1"), resolvers.groups.get("g2")]);
  pass();
  expect(await groups).toMatchObject([{ id: "g1" }, undefined]);
  expect(await resolvers.suggestMentions("r", "a")).toEqual([{ kind: "user", id: "ada" }]);
  await resolvers.suggestMentions("r", "a");
  resolvers.invalidateMentionSuggestions();
  await resolvers.suggestMentions("r", "a");
  expect(texts).toEqual(["a", "a"]);
});
