/** Tools and knowledge that an application lends to its copilots: for all chats, or for one. */
import type { AiFrontendKnowledge, AiToolDescription, JsonObject } from "@weft/protocol/types";
import type { ToolDefinition } from "./define-ai-tool.ts";

interface Registered<T> {
  value: T;
  readonly chatId: string | undefined;
}

/** Something that is lent to copilots until it is removed. What replaces it keeps its place. */
export interface Lent<T> {
  update(value: T): void;
  remove(): void;
}

export class ToolRegistry {
  readonly #tools: (Registered<ToolDefinition> & { readonly name: string })[] = [];
  readonly #knowledge = new Set<Registered<AiFrontendKnowledge> & { readonly id: string | undefined }>();

  /** Where several have a name, the last one counts, and one of the chat before one of all chats. */
  registerTool(name: string, value: ToolDefinition, chatId?: string): Lent<ToolDefinition> {
    const own = { name, value, chatId };
    this.#tools.push(own);
    return {
      update: (next) => void (own.value = next),
      remove: () => {
        const at = this.#tools.indexOf(own);
        if (at >= 0) this.#tools.splice(at, 1);
      },
    };
  }

  tool(name: string, chatId: string): ToolDefinition | undefined {
    const of = (wanted: string | undefined) =>
      this.#tools.findLast((each) => each.name === name && each.chatId === wanted)?.value;
    return of(chatId) ?? of(undefined);
  }

  /** Those that are offered to a copilot: of all chats first, then of this one. */
  descriptions(chatId: string): readonly AiToolDescription[] {
    const names = new Set<string>();
    for (const wanted of [undefined, chatId])
      for (const { name, chatId: of } of this.#tools) if (of === wanted) names.add(name);
    return Array.from(names, (name) => ({ name, tool: this.tool(name, chatId)! }))
      .filter(({ tool }) => tool.enabled !== false)
      .map(({ name, tool: { description, parameters } }) => ({
        name,
        ...(description === undefined ? {} : { description }),
        parameters: parameters as JsonObject,
      }));
  }

  /**
   * Knowledge is sent with every question from then on, as it is at that time.
   *
   * @param id where several of a chat, or of all chats, have the same, the last one counts.
   */
  registerKnowledge(value: AiFrontendKnowledge, chatId?: string, id?: string): Lent<AiFrontendKnowledge> {
    const own = { value, chatId, id };
    this.#knowledge.add(own);
    return { update: (next) => void (own.value = next), remove: () => void this.#knowledge.delete(own) };
  }

  knowledge(chatId: string): readonly AiFrontendKnowledge[] {
    const all = Array.from(this.#knowledge);
    return [undefined, chatId].flatMap((wanted) => {
      const own = all.filter((each) => each.chatId === wanted);
      const isLast = (id: string | undefined, at: number) =>
        id === undefined || own.findLastIndex((each) => each.id === id) === at;
      return own.filter(({ id }, at) => isLast(id, at)).map(({ value }) => value);
    });
  }
}
