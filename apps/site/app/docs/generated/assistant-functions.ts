import { mcpTools } from "@weft/protocol";
import { operationOf, referenceOf } from "./operations.ts";

/** A function of the MCP server, as its page lists it. */
export interface AssistantFunction {
  readonly name: string;
  readonly group: string;
  readonly summary: string;
  readonly effect: "Reads" | "Adds" | "Changes" | "Deletes";
  /** Its endpoint in the reference. */
  readonly href: string;
}

/** Every function of the MCP server, in the order of the reference. */
export const assistantFunctions: readonly AssistantFunction[] = mcpTools().map(({ name, annotations, endpoint }) => ({
  name,
  group: endpoint.tag,
  summary: endpoint.summary,
  effect: annotations.readOnlyHint
    ? "Reads"
    : !annotations.destructiveHint
      ? "Adds"
      : endpoint.method === "DELETE"
        ? "Deletes"
        : "Changes",
  href: referenceOf(operationOf(endpoint.id)),
}));
