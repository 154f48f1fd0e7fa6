import { dyeColour, initials, readVisitor } from "@weft/example-shared";
import type { Message } from "./room-types.ts";

interface MessageItemProps {
  readonly message: Message;
  readonly isYours: boolean;
}

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

export function MessageItem({ message: { author, text, sentAt }, isYours }: MessageItemProps) {
  const visitor = readVisitor(author);
  const at = new Date(sentAt);
  return (
    <li
      className="message"
      data-testid="message"
      data-yours={isYours || undefined}
      style={{ "--dye": dyeColour(visitor) }}
    >
      <span className="avatar" aria-hidden="true">
        {initials(visitor)}
      </span>
      <div>
        <p className="message-head">
          <strong>{isYours ? "You" : visitor.name}</strong> <time dateTime={at.toISOString()}>{clock.format(at)}</time>
        </p>
        <p className="message-text">{text}</p>
      </div>
    </li>
  );
}
