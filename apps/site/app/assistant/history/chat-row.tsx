import type { AiChat } from "@weft/protocol";
import { Trash2 } from "lucide-react";
import { IconButton } from "../../ui/icon-button.tsx";
import { chatTitle } from "./grouped-chats.ts";

export interface ChatRowProps {
  chat: AiChat;
  isOpen: boolean;
  onOpen: () => void;
  onDelete: () => void;
}

export function ChatRow({ chat, isOpen, onOpen, onDelete }: ChatRowProps) {
  return (
    <li className="flex items-center rounded-md pr-1 hover:bg-hover">
      <button
        type="button"
        onClick={onOpen}
        aria-current={isOpen || undefined}
        className="min-w-0 flex-1 truncate rounded-md px-2 py-2 text-left text-sm aria-[current]:font-medium"
      >
        {chatTitle(chat)}
      </button>
      <IconButton name="Delete chat" size="sm" onClick={onDelete}>
        <Trash2 className="size-4" aria-hidden />
      </IconButton>
    </li>
  );
}
