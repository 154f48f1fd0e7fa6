import { useSendAiMessage } from "@weft/react";

const requests = [
  "Add cards for tasks that are missing.",
  "Move everything about printing to Done.",
  "Which cards are open?",
];

/** An empty chat: what one can ask for. */
export function Suggestions({ chatId }: { readonly chatId: string }) {
  const send = useSendAiMessage(chatId);
  return (
    <div className="suggestions">
      <h2>What should change?</h2>
      {requests.map((request) => (
        <button key={request} type="button" className="button" onClick={() => send(request)}>
          {request}
        </button>
      ))}
    </div>
  );
}
