/** What is sent to each provider: keys, settings, options, and earlier steps unchanged. */
import type { ModelStep, Turn } from "@weft/collab";
import type { CopilotProviderOptions, CopilotSettings } from "@weft/protocol";
import { openAiProvider, providerNames } from "@weft/testkit/ai-provider";
import type { ProviderName } from "@weft/testkit/ai-provider";
import { describe, expect, test } from "vitest";
import { ask, modelNames } from "../testing/provider-models.ts";

const keys: Readonly<Record<ProviderName, readonly [string, string]>> = {
  openai: ["authorization", "Bearer key-of-test"],
  anthropic: ["x-api-key", "key-of-test"],
  google: ["x-goog-api-key", "key-of-test"],
  "openai-compatible": ["authorization", "Bearer key-of-test"],
};

const paths: Readonly<Record<ProviderName, string>> = {
  openai: "/responses",
  anthropic: "/messages",
  google: `/models/${modelNames.google}:streamGenerateContent?alt=sse`,
  "openai-compatible": "/chat/completions",
};

const settings: CopilotSettings = {
  maxTokens: 512,
  temperature: 0.5,
  topP: 0.9,
  topK: 40,
  frequencyPenalty: 0.25,
  presencePenalty: 0.75,
  stopSequences: ["END"],
  seed: 7,
  maxRetries: 0,
};

/** The settings as each provider names them; those that it does not know are not sent. */
const sentSettings: Readonly<Record<ProviderName, object>> = {
  openai: { max_output_tokens: 512, temperature: 0.5, top_p: 0.9 },
  anthropic: { max_tokens: 512, temperature: 0.5, top_k: 40, stop_sequences: ["END"] },
  google: {
    generationConfig: {
      maxOutputTokens: 512,
      temperature: 0.5,
      topP: 0.9,
      topK: 40,
      frequencyPenalty: 0.25,
      presencePenalty: 0.75,
      stopSequences: ["END"],
      seed: 7,
    },
  },
  "openai-compatible": {
    max_tokens: 512,
    temperature: 0.5,
    top_p: 0.9,
    frequency_penalty: 0.25,
    presence_penalty: 0.75,
    stop: ["END"],
    seed: 7,
  },
};

const region = { name: "region", parameters: { type: "object", properties: {} } } as const;

describe.each(providerNames)("%s", (name) => {
  test("the key and the model are sent, and no settings that are not set", async () => {
    await using provider = await openAiProvider();
    provider.script([{ text: "Hello." }]);
    await ask(provider, name, { model: { settings: undefined } });
    const [{ headers, path, body }] = provider.requests as unknown as [(typeof provider.requests)[number]];
    const [header, value] = keys[name];
    expect(headers[header]).toBe(value);
    expect(path).toBe(paths[name]);
    expect(JSON.stringify(body)).toContain("Be brief.");
    const unset =
      /"(temperature|top_?[pk]|(max_output|max)_?tokens|seed|stop\w*|\w+_?penalty|reasoning|thinking\w*)":/gi;
    const sent = [...JSON.stringify(body).matchAll(unset)].map(([, key]) => key);
    // Anthropic has no default for it.
    expect(sent).toEqual(name === "anthropic" ? ["max_tokens"] : []);
    if (name === "openai") expect(body.store).toBe(false);
  });

  test("the settings that are set are sent under the provider's names", async () => {
    await using provider = await openAiProvider();
    provider.script([{ text: "Hello." }]);
    // Models that reason take no temperature, and Gemini 2.5 no penalties.
    const other: Partial<Record<ProviderName, string>> = { openai: "gpt-4.1", google: "gemini-2.0-flash-001" };
    const model = { settings, name: other[name] ?? modelNames[name] };
    await ask(provider, name, { model });
    expect(provider.requests[0]!.body).toMatchObject(sentSettings[name]);
  });

  test("the record of a step is sent back as it came, with the results of its tools", async () => {
    await using provider = await openAiProvider();
    provider.script([
      { reasoning: "Let me think." },
      { text: "Let me see." },
      { call: { id: "call_1", name: "region", arguments: '{"near":"Rome"}' } },
      { call: { id: "call_2", name: "region", arguments: '{"near":"Oslo"}' } },
      { call: { id: "call_3", name: "region", arguments: '{"near":"Bern"}' } },
    ]);
    const first = await ask(provider, name, { tools: [region] });
    const [rome, oslo, bern] = first.events.flatMap((event) => (event.type === "call" ? [event.id] : []));
    const step: ModelStep = {
      record: first.record!,
      content: [],
      results: [
        { id: rome!, name: "region", output: { kind: "json", value: { data: { region: "eu" } } } },
        { id: oslo!, name: "region", output: { kind: "error", text: "It broke." } },
        { id: bern!, name: "region", output: { kind: "denied", reason: "Not now." } },
      ],
    };
    const turns: readonly Turn[] = [
      { role: "user", text: "Where?" },
      { role: "assistant", steps: [step] },
    ];
    provider.script([{ text: "Use eu." }]);
    const { error } = await ask(provider, name, { tools: [region], turns });
    expect(error).toBeUndefined();
    const { body } = provider.requests.at(-1)!;
    expect(continuations[name](body)).toMatchSnapshot();
  });

  test("steps of another model are sent by their content", async () => {
    await using provider = await openAiProvider();
    provider.script([{ text: "Use eu." }]);
    const step: ModelStep = {
      content: [
        { type: "text", text: "Let me see." },
        { type: "call", id: "other_1", name: "region", args: { near: "Rome" } },
      ],
      results: [{ id: "other_1", name: "region", output: { kind: "text", text: "eu" } }],
    };
    const turns: readonly Turn[] = [
      { role: "user", text: "Where?" },
      { role: "assistant", steps: [step] },
      { role: "user", text: "Sure?" },
    ];
    const { error } = await ask(provider, name, { tools: [region], turns });
    expect(error).toBeUndefined();
    expect(continuations[name](provider.requests[0]!.body)).toMatchSnapshot();
  });
});

test("the results of Anthropic's searches are sent back as they came", async () => {
  await using provider = await openAiProvider();
  const page = { url: "https://a.example/regions", title: "Regions" };
  provider.script([{ search: { id: "srvtoolu_1", query: "eu regions", pages: [page] } }, { cited: "Use eu.", page }]);
  const model = { options: { anthropic: { webSearch: {} } } };
  const first = await ask(provider, "anthropic", { model });
  provider.script([{ text: "Sure." }]);
  const step: ModelStep = { record: first.record!, content: [], results: [] };
  const turns: readonly Turn[] = [
    { role: "user", text: "Where?" },
    { role: "assistant", steps: [step] },
    { role: "user", text: "Sure?" },
  ];
  const { error } = await ask(provider, "anthropic", { model, turns });
  expect(error).toBeUndefined();
  expect(provider.requests.at(-1)!.body.messages[1].content).toMatchObject([
    { type: "server_tool_use", id: "srvtoolu_1", input: { query: "eu regions" } },
    { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [{ encrypted_content: "content" }] },
    { type: "text", text: "Use eu." },
  ]);
});

const continuations: Readonly<Record<ProviderName, (body: any) => unknown>> = {
  openai: ({ input }) => input,
  anthropic: ({ messages }) => messages,
  google: ({ contents }) => JSON.parse(JSON.stringify(contents).replaceAll(/"id":"(?!other)[^"]+"/g, '"id":"…"')),
  "openai-compatible": ({ messages }) => messages,
};

test.each<readonly [ProviderName, CopilotProviderOptions, object]>([
  [
    "openai",
    { openai: { reasoningEffort: "high", webSearch: { allowedDomains: ["example.com"] } } },
    {
      reasoning: { effort: "high" },
      tools: [{ type: "web_search", filters: { allowed_domains: ["example.com"] } }],
    },
  ],
  ["openai", { openai: { webSearch: {} } }, { tools: [{ type: "web_search" }] }],
  [
    "anthropic",
    {
      anthropic: {
        thinking: { type: "enabled", budgetTokens: 2_000 },
        webSearch: { allowedDomains: ["example.com"] },
      },
    },
    {
      thinking: { type: "enabled", budget_tokens: 2_000 },
      tools: [{ type: "web_search_20250305", name: "web_search", allowed_domains: ["example.com"] }],
    },
  ],
  ["anthropic", { anthropic: { thinking: { type: "disabled" } } }, { thinking: { type: "disabled" } }],
  [
    "google",
    { google: { thinkingConfig: { thinkingBudget: 500 } } },
    { generationConfig: { thinkingConfig: { thinkingBudget: 500, includeThoughts: true } } },
  ],
  [
    "google",
    { google: { thinkingConfig: { thinkingBudget: 0 } } },
    { generationConfig: { thinkingConfig: { thinkingBudget: 0, includeThoughts: false } } },
  ],
])("%s: the options %j are sent", async (name, options, sent) => {
  await using provider = await openAiProvider();
  provider.script([{ text: "Hello." }]);
  await ask(provider, name, { model: { options } });
  expect(provider.requests[0]!.body).toMatchObject(sent);
});
