import type { AiToolDescription, AiToolResult, JsonObject } from "@weft/protocol";

/** A tool that a copilot may use in this page. */
export interface ChatTool {
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: JsonObject;
  /** False: it is not offered; what it once did is still shown. */
  readonly enabled?: boolean;
  /** Without it the tool waits for the user, whose action responds. */
  readonly execute?: (args: JsonObject, invocation: ToolCall) => AiToolResult | Promise<AiToolResult>;
}

export type ChatTools = Readonly<Record<string, ChatTool>>;

export interface ToolCall {
  readonly chatId: string;
  readonly messageId: string;
  readonly invocationId: string;
  readonly name: string;
}

/** The tool definitions that are sent to the copilot. Undefined if there are none. */
export function offeredTools(tools: ChatTools): AiToolDescription[] | undefined {
  const offered = Object.entries(tools)
    .filter(([, { enabled }]) => enabled !== false)
    .map(([name, { description, parameters }]) => ({ name, description, parameters }));
  return offered.length === 0 ? undefined : offered;
}
