import type { LexicalCommand } from "lexical";
import { createCommand } from "lexical";

/**
 * Opens the `AiToolbar` for what is selected, and asks at once if a prompt is given.
 *
 * @example
 * editor.dispatchCommand(ASK_AI_COMMAND, "Make it shorter");
 */
export const ASK_AI_COMMAND: LexicalCommand<string | undefined> = createCommand("ASK_AI_COMMAND");

/**
 * Closes the `AiToolbar`. The text stays as it is.
 *
 * @example
 * editor.dispatchCommand(CLOSE_AI_COMMAND, undefined);
 */
export const CLOSE_AI_COMMAND: LexicalCommand<void> = createCommand("CLOSE_AI_COMMAND");
