import { createContext } from "react";
import type { AssistantTool } from "./assistant-tool.ts";

export type AssistantToolset = Readonly<Record<string, AssistantTool>>;

/** The tools by name, those that are not offered any more included. */
export const AssistantTools = createContext<AssistantToolset>({});
