import { useState } from "react";
import { longestText } from "./room-types.ts";

interface ComposerProps {
  readonly onTyping: (isTyping: boolean) => void;
  readonly onSend: (text: string) => void;
}

export function Composer({ onTyping, onSend }: ComposerProps) {
  const [text, setText] = useState("");
  const change = (next: string) => {
    setText(next);
    onTyping(next.trim() !== "");
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === "") return;
        onSend(text.trim());
        change("");
      }}
    >
      <input
        type="text"
        value={text}
        maxLength={longestText}
        aria-label="Message"
        placeholder="Write a message"
        autoComplete="off"
        enterKeyHint="send"
        onChange={(event) => change(event.target.value)}
        onBlur={() => onTyping(false)}
      />
      <button type="submit" className="button" data-kind="primary">
        Send
      </button>
    </form>
  );
}
