import type { AiAssistantPart, AiDelta, AiFrontendKnowledge, AiToolDescription, JsonObject } from "@weft/protocol";
import { withDelta } from "@weft/protocol/ai/answer-parts";
import type { AnswerMeasure, AnswerRecord, ChatOwner } from "./chat-records.ts";
import { ModelFailure } from "../copilots/model.ts";
import type { ModelUsage } from "../copilots/model.ts";
import { sizeOfDelta } from "./parts.ts";

/** What the client sends anew with each question and tool result; none of it is stored. */
export interface RunInput {
  readonly tools: readonly AiToolDescription[];
  readonly knowledge: readonly AiFrontendKnowledge[];
}

export interface AnswerRunOptions {
  readonly owner: ChatOwner;
  readonly answer: AnswerRecord;
  readonly input: RunInput;
  readonly now: () => number;
  /** In bytes of content. */
  readonly maxBytes: number;
  readonly publish: (run: AnswerInProgress, delta: AiDelta) => void;
}

/** About what a part takes beside its text. */
const partBytes = 100;

/** An answer that is being generated: its content so far, and the switch that ends it. */
export class AnswerInProgress {
  readonly owner: ChatOwner;
  readonly input: RunInput;
  readonly #options: AnswerRunOptions;
  readonly #controller = new AbortController();
  #answer: AnswerRecord;
  #size = 0;
  #received = 0;
  #changed = false;
  #startedAt: number;
  readonly #last: AiDelta[] = [];
  /** Resolves when it has settled. */
  readonly ended = Promise.withResolvers<void>();

  constructor(options: AnswerRunOptions) {
    this.owner = options.owner;
    this.input = options.input;
    this.#options = options;
    this.#answer = options.answer;
    this.#startedAt = options.now();
    this.#size = JSON.stringify(options.answer.content).length;
  }

  get answer(): AnswerRecord {
    return this.#answer;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Ends it, with what its users read, or without a word: its message is gone. */
  stop(reason: "aborted" | "timedOut" | "lostConnection" | "gone"): void {
    this.#controller.abort(reason === "gone" ? new AnswerGone() : new ModelFailure(reason));
  }

  /** Applies a delta and publishes it. */
  emit(delta: AiDelta): void {
    this.#apply(delta);
    this.#options.publish(this, delta);
  }

  /** Applies a delta and publishes it just before the answer settles. */
  emitLast(delta: AiDelta): void {
    this.#apply(delta);
    this.#last.push(delta);
  }

  /** The answer is stored, and is about to be shown as settled. */
  settling(): void {
    for (const delta of this.#last.splice(0)) this.#options.publish(this, delta);
  }

  #apply(delta: AiDelta): void {
    this.signal.throwIfAborted();
    this.#size += sizeOfDelta(delta);
    if (this.#size > this.#options.maxBytes) throw new ModelFailure("tooLong");
    const parts = this.#answer.content.length;
    this.#answer = { ...this.#answer, content: withDelta(this.#answer.content, delta, this.instant()) };
    // Many small parts take more than their texts, and time to copy.
    if (this.#answer.content.length > parts) this.#size += partBytes;
    this.#changed = true;
  }

  /** Counts a piece of a tool's arguments, which are stored once they are whole. */
  receive(bytes: number): void {
    this.#received += bytes;
    if (this.#received > this.#options.maxBytes) throw new ModelFailure("tooLong");
  }

  /** Text or reasoning has arrived; what counts is the first. */
  says(): void {
    const { measure = { totalMs: 0 } } = this.#answer.run;
    if (measure.firstMs === undefined) this.#measure({ ...measure, firstMs: measure.totalMs + this.#elapsed() });
  }

  /** A call of the model has ended. */
  spent({ input, output, isReported = true }: ModelUsage): void {
    const { measure = { totalMs: 0 } } = this.#answer.run;
    if (!isReported) return;
    this.#measure({ ...measure, input: (measure.input ?? 0) + input, output: (measure.output ?? 0) + output });
  }

  /** What it took up to now. It is counted once. */
  stopwatch(): AnswerMeasure {
    const { measure = { totalMs: 0 } } = this.#answer.run;
    const stopped = { ...measure, totalMs: measure.totalMs + this.#elapsed() };
    this.#startedAt = this.#options.now();
    this.#measure(stopped);
    return stopped;
  }

  #elapsed(): number {
    return Math.max(0, this.#options.now() - this.#startedAt);
  }

  #measure(measure: AnswerMeasure): void {
    this.change({ run: { ...this.#answer.run, measure } });
  }

  /** Now, as ISO 8601. */
  instant(): string {
    return new Date(this.#options.now()).toISOString();
  }

  /** Whether a tool whose arguments arrive is the last part: only then pieces of them may be sent. */
  receives(invocationId: string): boolean {
    const last = this.#answer.content.findLast((part: AiAssistantPart) => part.type !== "sources");
    return last?.type === "tool-invocation" && last.stage === "receiving" && last.invocationId === invocationId;
  }

  change(change: Partial<Pick<AnswerRecord, "run" | "copilotId">>): void {
    this.#answer = { ...this.#answer, ...change };
    this.#changed = true;
  }

  /** Whether it changed since this was asked last. */
  takeChanged(): boolean {
    const changed = this.#changed;
    this.#changed = false;
    return changed;
  }
}

/** The message of an answer was deleted while it was generated. */
export class AnswerGone extends Error {
  override name = "AnswerGone";
}

/** `{}` means an object without properties. */
export function parametersOf({ parameters }: AiToolDescription): JsonObject {
  return Object.keys(parameters).length === 0 ? { type: "object", properties: {} } : parameters;
}
