import { useSendAiMessage } from "@weft/react";

const requests = [
  "What happens if the payment fails? Propose the steps.",
  "Add the steps of a return after the parcel was sent.",
  "Which step is missing?",
];

/** An empty chat: what one can ask for. */
export function Suggestions({ chatId }: { readonly chatId: string }) {
  const send = useSendAiMessage(chatId);
  return (
    <div className="suggestions">
      <h2>What should the agent propose?</h2>
      {requests.map((request) => (
        <button key={request} type="button" className="button" onClick={() => send(request)}>
          {request}
        </button>
      ))}
    </div>
  );
}
