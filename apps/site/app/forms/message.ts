import { messageLength } from "@weft/protocol/internal/form-rules";

/** From here on a counter is shown. */
export const counterFrom = 800;

/** Non-empty after trimming, and short enough as typed. */
export function isMessage(typed: string): boolean {
  return typed.trim() !== "" && typed.length <= messageLength;
}

/** What to say about a message; an empty one is not blamed, it only cannot be sent. */
export function messageFault(typed: string): string | undefined {
  return typed.length > messageLength ? `Message must be at most ${messageLength} characters` : undefined;
}
