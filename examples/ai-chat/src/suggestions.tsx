import { useSendAiMessage } from "@weft/react";

const questions = [
  "Which orders have not been sent yet?",
  "Cancel the order for the desk lamp.",
  "What is the last day to return the wool rug?",
];

/** An empty chat: what one can ask. */
export function Suggestions({ chatId }: { readonly chatId: string }) {
  const send = useSendAiMessage(chatId);
  return (
    <div className="suggestions">
      <h2>What do you want to know?</h2>
      {questions.map((question) => (
        <button key={question} type="button" className="button" onClick={() => send(question)}>
          {question}
        </button>
      ))}
    </div>
  );
}
