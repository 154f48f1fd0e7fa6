/** What models of every provider stream, over the providers' published wire formats. */
import type { ModelTool } from "@weft/collab";
import { limits } from "@weft/protocol";
import type { ProjectId } from "@weft/protocol";
import { openAiProvider, providerNames, providerUsage } from "@weft/testkit/ai-provider";
import type { ProviderName, ProviderPiece } from "@weft/testkit/ai-provider";
import { describe, expect, test } from "vitest";
import { ask, choiceOf, modelsOf, textIn } from "../testing/provider-models.ts";

const region: ModelTool = {
  name: "region",
  description: "Asks for a region",
  parameters: { type: "object", properties: { near: { type: "string" } }, required: ["near"] },
};
const odd: ModelTool = { name: "Größe wählen!", parameters: { type: "object", properties: {} } };

const searching = ["openai", "anthropic"] as const;
const pages = [
  { url: "https://a.example/regions", title: "Regions" },
  { url: "https://b.example/" },
  { url: "https://c.example/not-cited", title: "Elsewhere" },
] as const;

describe.each(providerNames)("%s", (name) => {
  test("text and reasoning arrive in order, with the tokens that were used", async () => {
    await using provider = await openAiProvider();
    provider.script([{ reasoning: "Let me think." }, { text: "Use " }, { text: "eu." }]);
    const { events, error } = await ask(provider, name);
    expect(error).toBeUndefined();
    expect(events.map(({ type }) => type)).toEqual(["reasoning", "text", "text", "end"]);
    expect(events[0]).toEqual({ type: "reasoning", text: "Let me think." });
    expect(textIn(events)).toBe("Use eu.");
    expect(events.at(-1)).toMatchObject({ usage: providerUsage });
  });

  test("each piece arrives while the model still speaks", async () => {
    await using provider = await openAiProvider();
    const heard = Promise.withResolvers<void>();
    provider.script([{ text: "One." }, { wait: heard.promise }, { text: " Two." }]);
    const { events } = await ask(provider, name, {
      seen: (event) => event.type === "text" && heard.resolve(),
    });
    expect(textIn(events)).toBe("One. Two.");
  });

  test("more calls of tools than a model may make at once end its answer", async () => {
    await using provider = await openAiProvider();
    const calls = Array.from({ length: limits.toolCallsPerStep + 1 }, (_, n) => ({
      call: { id: `call_${n}`, name: "region", arguments: '{"near":"Rome"}' },
    }));
    provider.script([...calls, "hang"]);
    const { events, error } = await ask(provider, name, { tools: [region] });
    expect(error).toMatchObject({ failure: "tooLong" });
    expect(events.some(({ type }) => type === "end")).toBe(false);
    await provider.requests[0]!.closed;
  });

  test("a call of which nothing more is read closes its connection", async () => {
    await using provider = await openAiProvider();
    provider.script([{ text: "So far" }, "hang"]);
    const { error } = await ask(provider, name, {
      seen: () => {
        throw new Error("That is enough.");
      },
    });
    expect(error).toMatchObject({ message: "That is enough." });
    await provider.requests[0]!.closed;
  });

  test("a call of a tool arrives with its arguments, and several at once arrive each as its own", async () => {
    await using provider = await openAiProvider();
    provider.script([
      { text: "Let me see." },
      { call: { id: "call_1", name: "region", arguments: ['{"near":', '"Rome"}'] } },
      { call: { id: "call_2", name: "region", arguments: '{"near":"Oslo"}' } },
    ]);
    const { events, error } = await ask(provider, name, { tools: [region] });
    expect(error).toBeUndefined();
    const calls = events.flatMap((event) => (event.type === "call" ? [event] : []));
    expect(calls.map(({ name: tool, args }) => [tool, args])).toEqual([
      ["region", { near: "Rome" }],
      ["region", { near: "Oslo" }],
    ]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    for (const { id } of calls) {
      const own = events.filter((event) => "id" in event && event.id === id);
      expect(own[0]).toEqual({ type: "call-begins", id, name: "region" });
      const streamed = own.map((event) => (event.type === "arguments" ? event.text : "")).join("");
      expect(JSON.parse(streamed)).toEqual(calls.find((call) => call.id === id)!.args);
      expect(own.at(-1)!.type).toBe("call");
    }
  });

  test("a call of a tool that is not offered, or without valid arguments, is invalid", async () => {
    await using provider = await openAiProvider();
    const broken: ProviderPiece[] =
      // Arguments of Gemini are objects in the format itself.
      name === "google" ? [] : [{ call: { id: "call_2", name: "region", arguments: '{"near":' } }];
    provider.script([{ call: { id: "call_1", name: "volcano", arguments: "{}" } }, ...broken]);
    const { events } = await ask(provider, name, { tools: [region] });
    const calls = events.filter(({ type }) => type === "call" || type === "invalid-call");
    expect(calls.map((event) => [event.type, "name" in event && event.name])).toEqual([
      ["invalid-call", "volcano"],
      ...broken.map(() => ["invalid-call", "region"]),
    ]);
    expect(events.at(-1)!.type).toBe("end");
  });

  test("tools whose names a provider refuses are sent under an alias, and called by their own name", async () => {
    await using provider = await openAiProvider();
    provider.script([{ call: { id: "call_1", name: "Gr__e_w_hlen_", arguments: "{}" } }]);
    const { events } = await ask(provider, name, { tools: [odd] });
    expect(JSON.stringify(provider.requests[0]!.body)).toContain('"Gr__e_w_hlen_"');
    expect(JSON.stringify(provider.requests[0]!.body)).not.toContain(odd.name);
    expect(events.find(({ type }) => type === "call")).toMatchObject({ name: odd.name, args: {} });
  });

  test("a model can be made to call a tool", async () => {
    await using provider = await openAiProvider();
    provider.script([{ text: "As you like." }]);
    await ask(provider, name, { tools: [region, odd], mustCall: "region" });
    const { body } = provider.requests[0]!;
    const expected: Readonly<Record<ProviderName, object>> = {
      openai: { tool_choice: { type: "function", name: "region" } },
      anthropic: { tool_choice: { type: "tool", name: "region" } },
      google: { toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["region"] } } },
      "openai-compatible": { tool_choice: { type: "function", function: { name: "region" } } },
    };
    expect(body).toMatchObject(expected[name]);
  });

  test("a short text is asked for at once", async () => {
    await using provider = await openAiProvider();
    provider.script();
    const answer = await modelsOf(provider).text({
      project: "p1" as ProjectId,
      model: choiceOf(provider, name),
      instructions: "Give a title.",
      turns: [{ role: "user", text: "Where?" }],
      maxTokens: 24,
      signal: new AbortController().signal,
    });
    expect(answer).toEqual({ text: "A short title", usage: providerUsage });
    const [{ body, streamed }] = provider.requests as unknown as [(typeof provider.requests)[number]];
    expect(streamed).toBe(false);
    expect(body.max_output_tokens ?? body.max_tokens ?? body.generationConfig.maxOutputTokens).toBe(24);
  });

  test("an aborted call ends with the reason, and closes its connection", async () => {
    await using provider = await openAiProvider();
    provider.script([{ text: "So far" }, "hang"]);
    const controller = new AbortController();
    const reason = new Error("stopped");
    const { error, events } = await ask(provider, name, {
      signal: controller.signal,
      seen: (event) => event.type === "text" && controller.abort(reason),
    });
    expect(error).toBe(reason);
    expect(textIn(events)).toBe("So far");
    await provider.requests[0]!.closed;
  });
});

test.each([
  ["before the provider answers", "silence"],
  ["before the model says anything", { pieces: ["hang"] }],
] as const)("%s, an aborted call ends with the reason", async (_, answer) => {
  for (const name of providerNames) {
    await using provider = await openAiProvider();
    provider.script(answer);
    const controller = new AbortController();
    const reason = new Error("stopped");
    const asked = ask(provider, name, { signal: controller.signal });
    await expect.poll(() => provider.asked.length).toBe(1);
    controller.abort(reason);
    expect((await asked).error, name).toBe(reason);
    await provider.requests[0]!.closed;
  }
});

test.each(searching)(
  "%s: a search of the web is shown with what it found, and citations with their pages",
  async (name) => {
    await using provider = await openAiProvider();
    provider.script([
      { search: { id: "srvtoolu_1", query: "eu regions", pages } },
      { cited: "Use eu.", page: pages[0] },
      { cited: " Or us.", page: pages[1] },
    ]);
    const options = { [name]: { webSearch: { allowedDomains: ["example.com"] } } };
    const { events, error } = await ask(provider, name, { model: { options } });
    expect(error).toBeUndefined();
    const searches = events.flatMap((event) => (event.type === "web-search" ? [event] : []));
    expect(new Set(searches.map(({ id }) => id))).toEqual(new Set(["srvtoolu_1"]));
    expect(searches.at(-1)!.sources?.map(({ url }) => url)).toEqual(pages.map(({ url }) => url));
    expect(searches.some(({ query }) => query === "eu regions")).toBe(true);
    const sources = events.flatMap((event) => (event.type === "source" ? [event] : []));
    // What was found is shown with the search; sources are what the text cites.
    expect(sources).toEqual([
      { type: "source", ...pages[0] },
      { type: "source", ...pages[1] },
    ]);
    expect(events.map(({ type }) => type)).not.toContain("call");
    expect(events.map(({ type }) => type)).not.toContain("call-begins");
    expect(textIn(events)).toBe("Use eu. Or us.");
  },
);
