/**
 * Answers of copilots, from the question to the end.
 *
 *   start, resume ─► model ─► deltas ─► connections        tools of the client ─► `awaiting-tool`, until `resume`
 *                      ▲  │
 *                      └──┘ searches of knowledge           each second, and at the end ─► ChatRecords
 *
 * - Every answer that starts settles: as completed, as awaiting a tool, or as failed with a reason that users can read.
 * - An answer belongs to the process that generates it, by a lease. Another process settles it as failed when the lease ends.
 * - What is streamed may be lost with the process; what is settled is stored before anyone reads it.
 */
import { answerFailures, limits as platformLimits } from "@weft/protocol";
import type { AiToolDescription, CopilotId, JsonObject, Limits } from "@weft/protocol";
import type { CopilotInUse, CopilotsInUse } from "../copilots/copilot-in-use.ts";
import type { KnowledgeSearch } from "../knowledge/knowledge-search.ts";
import type { Signals } from "../signals/signals.ts";
import type { AnswerBudget, AnswerClock } from "../copilots/answer-ports.ts";
import { AnswerGone, AnswerInProgress, parametersOf } from "./answer-run.ts";
import type { RunInput } from "./answer-run.ts";
import type { ChatClient, ChatClients } from "./chat-clients.ts";
import { keyOf } from "./chat-clients.ts";
import type { AnswerRecord, ChatMessageRecord, ChatOwner, ChatRecords, Lease } from "./chat-records.ts";
import { pathTo, stepsOf, turnsOf } from "./conversation.ts";
import type { StoredStep } from "./conversation.ts";
import { describeAnswer } from "./describe-chat.ts";
import { instructionsOf, textOfPassages } from "./instructions.ts";
import { ModelFailure, unknownTool } from "../copilots/model.ts";
import type { ModelChoice, ModelTool, Models, ToolResultTurn, Turn } from "../copilots/model.ts";
import { cancelled, closed, waitingInvocations } from "./parts.ts";
import { readMessages } from "./read-messages.ts";
import { answerWithPassages } from "./passages-answer.ts";

export interface AnswersOptions {
  readonly records: ChatRecords;
  readonly signals: Signals;
  readonly clients: ChatClients;
  readonly models: Models;
  readonly copilots: CopilotsInUse;
  readonly knowledge: KnowledgeSearch;
  readonly budget: AnswerBudget;
  readonly clock: AnswerClock;
  readonly randomId: () => string;
  /** The name of this process. */
  readonly node: string;
  /** Receives the bytes of each answer that has settled. */
  readonly stored: (owner: ChatOwner, bytes: number) => void;
  /** Called once an answer has settled, unless it failed. */
  readonly settled: (owner: ChatOwner, chatId: string, copilot: CopilotInUse) => void;
  /** What users do not see of a failure. */
  readonly failed: (error: unknown, answer: AnswerRecord) => void;
  readonly limits?: Limits;
}

const searchTool = "search_knowledge";
const searchParameters: JsonObject = {
  type: "object",
  properties: {
    queries: {
      type: "array",
      items: { type: "string" },
      description:
        "One to four short searches for the same question, in other words each: synonyms, the terms that a documentation would use.",
    },
  },
  required: ["queries"],
  additionalProperties: false,
};
const queriesAtOnce = 4;
const abandonedAtOnce = 100;

export class Answers {
  readonly #options: AnswersOptions;
  readonly #limits: Limits;
  /** By owner and message. */
  readonly #running = new Map<string, AnswerInProgress>();

  constructor(options: AnswersOptions) {
    this.#options = options;
    this.#limits = options.limits ?? platformLimits;
    const { signals, clients } = options;
    signals.subscribe("abortAnswer", ({ owner, messageId }) =>
      this.#running.get(nameOf(owner, messageId))?.stop("aborted"),
    );
    signals.subscribe("answersDropped", ({ owner, messageId, chatId }) => {
      const key = keyOf(owner);
      this.dropAll((other, { id, chatId: of }) => keyOf(other) === key && (id === messageId || of === chatId));
    });
    signals.subscribe("answerWanted", ({ owner, messageId }) => {
      const run = this.#running.get(nameOf(owner, messageId));
      if (run === undefined) return;
      const { answer } = run;
      clients.toLoaded(owner, answer.chatId, { event: "sync", messages: [describeAnswer(answer)] });
    });
  }

  /** The answer as it is at this moment, if it is generated here. */
  inProgress(owner: ChatOwner, messageId: string): AnswerRecord | undefined {
    return this.#running.get(nameOf(owner, messageId))?.answer;
  }

  /** How many are generated for a user, and for a project. */
  count({ project, ...owner }: ChatOwner): { readonly ofUser: number; readonly ofProject: number } {
    const ofProject = [...this.#running.values()].filter((run) => run.owner.project === project);
    const key = keyOf({ project, ...owner });
    return { ofUser: ofProject.filter((run) => keyOf(run.owner) === key).length, ofProject: ofProject.length };
  }

  lease(): Lease {
    const now = this.#options.clock.now();
    return { node: this.#options.node, now, until: now + this.#limits.answerLeaseMs };
  }

  /** Generates an answer that is stored as `generating`, under a lease of this process. */
  start(owner: ChatOwner, answer: AnswerRecord, input: RunInput): void {
    const run = new AnswerInProgress({
      owner,
      answer,
      input,
      now: () => this.#options.clock.now(),
      maxBytes: this.#limits.answerBytes,
      publish: ({ answer: { chatId, id, run: stored } }, delta) => {
        if (stored.stream) this.#options.clients.toLoaded(owner, chatId, { event: "delta", id, delta });
      },
    });
    this.#running.set(nameOf(owner, answer.id), run);
    void this.#generate(run);
  }

  /**
   * A connection of this process has been sent messages as they were stored. Answers that other processes generate are sent to it
   * whole, so that the deltas that follow fit. Those that ended while they were read, before the connection was told of changes, are
   * sent as they ended.
   */
  want(client: ChatClient, messages: readonly ChatMessageRecord[]): void {
    for (const message of messages)
      if (message.role === "assistant" && message.status === "generating")
        this.#follow(client, message).catch((error: unknown) => this.#options.failed(error, message));
  }

  async #follow(client: ChatClient, sent: AnswerRecord): Promise<void> {
    const { owner } = client;
    if (this.inProgress(owner, sent.id) !== undefined) return;
    this.#options.signals.publish({ type: "answerWanted", owner, messageId: sent.id });
    const now = await this.#options.records.message(owner, sent.id);
    if (now?.role !== "assistant" || now.status === "generating") return;
    client.send({ event: "settle", message: describeAnswer(now) });
    // A tool's result may have arrived since then, and the answer goes on.
    const after = await this.#options.records.message(owner, sent.id);
    if (after?.role !== "assistant" || after.status !== "generating") return;
    client.send({ event: "sync", messages: [describeAnswer(this.inProgress(owner, sent.id) ?? after)] });
    await this.#follow(client, after);
  }

  /** Ends an answer that is generated or awaits tools: it settles as failed. Others stay as they are. */
  async abort(owner: ChatOwner, messageId: string): Promise<void> {
    const run = this.#running.get(nameOf(owner, messageId));
    if (run !== undefined) {
      run.stop("aborted");
      return;
    }
    const { records, clients, signals } = this.#options;
    const before = await records.message(owner, messageId);
    if (before?.role !== "assistant") return;
    if (before.status === "generating") signals.publish({ type: "abortAnswer", owner, messageId });
    if (before.status !== "awaiting-tool") return;
    const after: AnswerRecord = {
      ...before,
      status: "failed",
      errorReason: answerFailures.aborted,
      // Components of tools would wait for ever.
      content: cancelled(before.content, answerFailures.aborted),
    };
    if (await records.resume(owner, before, after, this.lease()))
      clients.toLoaded(owner, after.chatId, { event: "settle", message: describeAnswer(after) });
  }

  /** Ends answers whose messages are deleted, in any process, without a word to anyone. */
  drop(owner: ChatOwner, deleted: { readonly messageId: string } | { readonly chatId: string }): void {
    this.#options.signals.publish({ type: "answersDropped", owner, ...deleted });
  }

  /** Those of this process. Others notice that they can no longer be written. */
  dropAll(isDropped: (owner: ChatOwner, answer: AnswerRecord) => boolean): void {
    for (const run of this.#running.values()) if (isDropped(run.owner, run.answer)) run.stop("gone");
  }

  /** Settles answers as failed whose processes are gone. How many. */
  async recover(): Promise<number> {
    const { records, clock } = this.#options;
    const found = await records.abandoned(clock.now(), abandonedAtOnce);
    for (const { owner, messageId } of found) {
      const answer = await records.message(owner, messageId);
      if (answer?.role !== "assistant" || this.#running.has(nameOf(owner, messageId))) continue;
      const content = closed(answer.content, new Date(clock.now()).toISOString());
      await this.#store(owner, { ...answer, content, status: "failed", errorReason: answerFailures.lostConnection });
    }
    return found.length;
  }

  /** Settles every answer as failed: the process ends. */
  async [Symbol.asyncDispose](): Promise<void> {
    const runs = [...this.#running.values()];
    for (const run of runs) run.stop("lostConnection");
    await Promise.all(runs.map(({ ended }) => ended.promise));
  }

  async #generate(run: AnswerInProgress): Promise<void> {
    const { clock, failed, settled, budget } = this.#options;
    const { owner } = run;
    const timeout = clock.setTimer(run.answer.run.timeoutMs, () => run.stop("timedOut"));
    let flush = this.#flushLater(run);
    let copilot: CopilotInUse | undefined;
    const settle = async (change: Pick<AnswerRecord, "status" | "errorReason">) => {
      timeout.cancel();
      flush.cancel();
      const content = closed(run.answer.content, run.instant());
      await this.#store(owner, { ...run.answer, ...change, content }, () => run.settling());
    };
    try {
      copilot = await this.#options.copilots.use(owner.project, run.answer.copilotId as CopilotId | undefined);
      if (copilot === undefined) throw new ModelFailure("copilotNotFound");
      await this.#answer(run, copilot);
      run.signal.throwIfAborted();
      const waiting = waitingInvocations(run.answer.content).length > 0;
      const measure = run.stopwatch();
      await settle({ status: waiting ? "awaiting-tool" : "completed" });
      // It was aborted while it was stored.
      const { reason } = run.signal as { readonly reason: unknown };
      if (waiting && reason instanceof ModelFailure && reason.failure === "aborted")
        return await this.abort(owner, run.answer.id);
      if (!waiting) budget.ended(owner.project, copilot.id, measure);
      settled(owner, run.answer.chatId, copilot);
    } catch (error) {
      const reason: unknown = run.signal.aborted ? run.signal.reason : error;
      if (!(reason instanceof AnswerGone)) {
        const failure = reason instanceof ModelFailure ? reason.failure : "requestRefused";
        run.stopwatch();
        if (failure !== "aborted") {
          failed(reason, run.answer);
          if (copilot !== undefined) budget.ended(owner.project, copilot.id, failure);
        }
        await settle({ status: "failed", errorReason: answerFailures[failure] }).catch((err: unknown) =>
          failed(err, run.answer),
        );
      }
    } finally {
      timeout.cancel();
      flush.cancel();
      this.#running.delete(nameOf(owner, run.answer.id));
      run.ended.resolve();
    }
  }

  /** Writes the answer so far, again and again, and renews its lease. */
  #flushLater(run: AnswerInProgress): { cancel(): void } {
    const { clock, records, failed } = this.#options;
    const { answerFlushMs, answerLeaseMs } = this.#limits;
    let timer: { cancel(): void } | undefined;
    let writtenAt = clock.now();
    let stopped = false;
    const flush = async () => {
      const changed = run.takeChanged();
      if (changed || clock.now() - writtenAt > answerLeaseMs / 3) {
        writtenAt = clock.now();
        // Another process has taken it over, or it was deleted.
        if (!(await records.write(run.owner, run.answer, this.lease()))) run.stop("gone");
      }
      if (!stopped) schedule();
    };
    const schedule = () => {
      timer = clock.setTimer(answerFlushMs, () =>
        flush().catch((error: unknown) => {
          failed(error, run.answer);
          if (!stopped) schedule();
        }),
      );
    };
    schedule();
    return {
      cancel() {
        stopped = true;
        timer?.cancel();
      },
    };
  }

  async #answer(run: AnswerInProgress, copilot: CopilotInUse): Promise<void> {
    const { records, knowledge, budget } = this.#options;
    const { owner, answer } = run;
    if (answer.run.steps === 0) budget.begun(owner.project, copilot.id);
    const stored = await readMessages(records, owner, answer.chatId);
    const messages = new Map<string, ChatMessageRecord>(stored.map((message) => [message.id, message]));
    // The answers above may be in progress themselves: what they have so far counts.
    for (const message of stored) messages.set(message.id, this.inProgress(owner, message.id) ?? message);
    const path = answer.parentId === null ? [] : pathTo(messages, answer.parentId);
    const searches = copilot.id !== undefined && (await knowledge.knows(owner.project, copilot.id));
    if (copilot.model === undefined) {
      await answerWithPassages({ run, copilot, path, knowledge: searches ? knowledge : undefined });
      return;
    }
    const name = `${copilot.model.provider} ${copilot.model.name}`;
    if (run.answer.run.model !== name) run.change({ run: { ...run.answer.run, model: name, record: [] } });
    const before = turnsOf(path, name);
    for (;;) {
      run.signal.throwIfAborted();
      const { steps } = run.answer.run;
      if (steps >= this.#limits.answerSteps) throw new ModelFailure("tooManySteps");
      run.change({ run: { ...run.answer.run, steps: steps + 1 } });
      const own = stepsOf(run.answer, name);
      const turns: readonly Turn[] = own.length === 0 ? before : [...before, { role: "assistant", steps: own }];
      const goesOn = await this.#step(run, copilot, copilot.model, turns, {
        searches,
        mustSearch: searches && copilot.alwaysUseKnowledge && steps === 0,
      });
      if (!goesOn) return;
    }
  }

  /** One call of the model, and the searches that it asked for. Whether the model is called again. */
  async #step(
    run: AnswerInProgress,
    copilot: CopilotInUse,
    model: ModelChoice,
    turns: readonly Turn[],
    { searches, mustSearch }: { readonly searches: boolean; readonly mustSearch: boolean },
  ): Promise<boolean> {
    const { models, budget } = this.#options;
    const { owner, input } = run;
    const tools = toolsOf(input.tools);
    const calls: { id: string; name: string }[] = [];
    const asked: { id: string; queries: readonly string[] }[] = [];
    const results: ToolResultTurn[] = [];
    const webSearches = new Map<string, string>();
    let record = "";
    const stream = models.stream({
      project: owner.project,
      model,
      instructions: instructionsOf({ copilot, knowledge: input.knowledge, searches }),
      turns,
      tools: searches
        ? [...tools, { name: searchTool, description: searchDescription, parameters: searchParameters }]
        : tools,
      mustCall: mustSearch ? searchTool : undefined,
      signal: run.signal,
    });
    for await (const event of stream) {
      switch (event.type) {
        case "text":
          run.says();
          run.emit({ type: "text-delta", textDelta: event.text });
          break;
        case "reasoning":
          run.says();
          run.emit({ type: "reasoning-delta", textDelta: event.text });
          break;
        case "call-begins":
          if (event.name !== searchTool && tools.some(({ name }) => name === event.name))
            run.emit({ type: "tool-stream", invocationId: event.id, name: event.name });
          break;
        case "arguments":
          run.receive(event.text.length);
          // A piece carries no id: it would be taken for one of the last tool.
          if (run.receives(event.id)) run.emit({ type: "tool-delta", delta: event.text });
          break;
        case "call": {
          const { id, name, args } = event;
          calls.push({ id, name });
          if (name === searchTool && searches) asked.push({ id, queries: queriesOf(args) });
          else if (tools.some((tool) => tool.name === name))
            // Clients ignore the click of a user who confirms a tool before its answer has settled.
            run.emitLast({ type: "tool-invocation", stage: "executing", invocationId: id, name, args });
          else results.push({ id, name, output: { kind: "error", text: unknownTool(name) } });
          break;
        }
        case "invalid-call":
          calls.push({ id: event.id, name: event.name });
          results.push({ id: event.id, name: event.name, output: { kind: "error", text: event.problem } });
          break;
        case "web-search": {
          const startedAt = webSearches.get(event.id) ?? run.instant();
          webSearches.set(event.id, startedAt);
          run.emit({
            type: "retrieval",
            kind: "web",
            id: event.id,
            startedAt,
            ...(event.query !== undefined && { query: event.query }),
            ...(event.sources !== undefined && {
              sources: event.sources.map((source) => ({ type: "url", ...source })),
              endedAt: run.instant(),
            }),
          });
          break;
        }
        case "source":
          run.emit({ type: "source", kind: "url", url: event.url, title: event.title ?? hostOf(event.url) });
          break;
        case "end":
          record = event.record;
          run.spent(event.usage);
          budget.spent(owner.project, copilot.id, event.usage);
          break;
      }
    }
    run.signal.throwIfAborted();
    for (const { id, queries } of asked)
      results.push({ id, name: searchTool, output: { kind: "text", text: await this.#search(run, copilot, queries) } });
    const invalid = results.filter(({ output }) => output.kind === "error").length;
    const earlier = run.answer.run.record.flatMap((text) => (JSON.parse(text) as StoredStep).results);
    // Told once what is wrong, a model that goes on like that will not stop.
    if (invalid > 0 && earlier.some(({ output }) => output.kind === "error")) throw new ModelFailure("requestRefused");
    const step: StoredStep = { record, calls, results };
    const steps = [...run.answer.run.record, JSON.stringify(step)];
    if (steps.reduce((sum, { length }) => sum + length, 0) > this.#limits.answerBytes)
      throw new ModelFailure("tooLong");
    run.change({ run: { ...run.answer.run, record: steps } });
    return calls.length > 0 && waitingInvocations(run.answer.content).length === 0;
  }

  /** Searches the copilot's knowledge, shown as one search for each query. */
  async #search(run: AnswerInProgress, copilot: CopilotInUse, queries: readonly string[]): Promise<string> {
    const { knowledge, randomId } = this.#options;
    const started = queries.map((query) => {
      const part = { type: "retrieval", kind: "knowledge", id: randomId(), query, startedAt: run.instant() } as const;
      run.emit(part);
      return part;
    });
    const found = await knowledge.search(run.owner.project, copilot.id!, queries);
    for (const part of started) run.emit({ ...part, endedAt: run.instant() });
    for (const { url, title } of found) if (url !== undefined) run.emit({ type: "source", kind: "url", url, title });
    return textOfPassages(found);
  }

  /** Stores an answer that is no longer generated, then shows it. */
  async #store(owner: ChatOwner, answer: AnswerRecord, settling?: () => void): Promise<void> {
    const { records, clients } = this.#options;
    if (!(await records.write(owner, answer, this.lease()))) return;
    this.#options.stored(owner, Buffer.byteLength(JSON.stringify([answer.content, answer.run])));
    this.#running.delete(nameOf(owner, answer.id));
    settling?.();
    clients.toLoaded(owner, answer.chatId, { event: "settle", message: describeAnswer(answer) });
  }
}

const searchDescription = "Search the documents that this copilot knows. Returns passages with their sources.";

function nameOf(owner: ChatOwner, messageId: string): string {
  return `${keyOf(owner)} ${messageId}`;
}

/** Where a name occurs twice, the later tool counts. */
function toolsOf(tools: readonly AiToolDescription[]): readonly ModelTool[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return [...byName.values()].map((tool) => ({ ...tool, parameters: parametersOf(tool) }));
}

function queriesOf({ queries }: JsonObject): readonly string[] {
  const texts = (Array.isArray(queries) ? queries : []).filter((query) => typeof query === "string");
  return texts.slice(0, queriesAtOnce);
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
