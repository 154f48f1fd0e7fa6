import { useLocation } from "react-router";
import { Button } from "../../ui/button.tsx";
import { suggestedQuestions } from "./suggestions.ts";

/** A chat without messages. */
export function ConversationStart({ onAsk }: { onAsk: (text: string) => void }) {
  const { pathname } = useLocation();
  return (
    <div className="m-auto flex w-full max-w-sm flex-col gap-4 py-6">
      <p className="text-center text-lg font-medium text-balance">What can I help with?</p>
      <div className="flex flex-col gap-2">
        {suggestedQuestions(pathname).map((question) => (
          <Button
            key={question}
            className="justify-start! text-left whitespace-normal!"
            onClick={() => onAsk(question)}
          >
            {question}
          </Button>
        ))}
      </div>
    </div>
  );
}
