import { Badge } from "../../ui/badge.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import type { TryResponse } from "./send-call.ts";

/** The answer to a call: its status, the time that it took, and its body. */
export function TryResult({ response: { status, milliseconds, body, language } }: { response: TryResponse }) {
  return (
    <div className="try-result">
      <p role="status">
        <Badge tone={status < 400 ? "success" : "danger"}>{status}</Badge> <span>{milliseconds} ms</span>
      </p>
      {body === "" ? (
        <p className="try-note">No content</p>
      ) : (
        <CodeBlock title="Response" code={body} language={language} wrapped />
      )}
    </div>
  );
}
