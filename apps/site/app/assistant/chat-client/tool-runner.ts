import type { AiMessage, AiToolResult } from "@weft/protocol";
import { contentOf } from "./chat-state.ts";
import type { ChatTools, ToolCall } from "./chat-tool.ts";

/**
 * Runs tools that need no user: only for this page's own messages, those that it asked for or delivered a result to, and once
 * per invocation. With two pages open, only the asking one runs them.
 */
export interface ToolRunner {
  own(messageId: string): void;
  /** Runs what the messages among these wait for. */
  run(messages: readonly AiMessage[]): void;
  /** The messages for which a tool is running. */
  running(): string[];
}

export interface ToolRunnerOptions {
  readonly tools: () => ChatTools;
  readonly respond: (call: ToolCall, result: AiToolResult) => Promise<void>;
}

export function createToolRunner({ tools, respond }: ToolRunnerOptions): ToolRunner {
  const own = new Set<string>();
  const started = new Set<string>();
  const running = new Map<string, string>();

  return {
    own: (messageId) => void own.add(messageId),
    running: () => [...new Set(running.values())],
    run(messages) {
      for (const message of messages) {
        if (message.role !== "assistant" || message.status !== "awaiting-tool" || !own.has(message.id)) continue;
        for (const part of contentOf(message)) {
          if (part.type !== "tool-invocation" || part.stage !== "executing") continue;
          const { invocationId, name, args } = part;
          const execute = tools()[name]?.execute;
          if (execute === undefined || started.has(invocationId)) continue;
          started.add(invocationId);
          running.set(invocationId, message.id);
          const call = { chatId: message.chatId, messageId: message.id, invocationId, name };
          void Promise.resolve()
            .then(() => execute(args, call))
            .catch((cause: unknown): AiToolResult => ({
              error: cause instanceof Error ? cause.message : String(cause),
            }))
            .then((result) => {
              running.delete(invocationId);
              return respond(call, result);
            })
            // The message waits on; the user can stop it.
            .catch(() => {});
        }
      }
    },
  };
}
