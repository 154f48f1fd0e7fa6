import type { AiChat } from "@weft/protocol";
import { relativeDay } from "../../formats/relative-day.ts";

export interface ChatGroup {
  readonly name: string;
  readonly chats: readonly AiChat[];
}

/** Chats by how long ago their last message was, or their creation where there is none. They come in that order. */
export function groupedChats(chats: readonly AiChat[], now: Date, timeZone?: string): ChatGroup[] {
  const groups = Map.groupBy(chats, ({ lastMessageAt, createdAt }) =>
    relativeDay(new Date(lastMessageAt ?? createdAt), now, timeZone),
  );
  return [...groups].map(([name, members]) => ({ name, chats: members }));
}

export function chatTitle({ title }: Pick<AiChat, "title">): string {
  return title === "" ? "Untitled" : title;
}
