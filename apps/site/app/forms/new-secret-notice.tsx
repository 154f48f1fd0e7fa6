import { Button } from "../ui/button.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { forgetNewSecret, useNewSecret } from "./new-secret.ts";

/** On the page of a project that was just created: its secret key, this once. Draws nothing for any other. */
export function NewSecretNotice({ projectId }: { projectId: string }) {
  const secret = useNewSecret(projectId);
  if (secret === undefined) return null;
  return (
    <section
      aria-label="Secret key"
      className="flex flex-col gap-3 rounded-lg border border-accent-line bg-accent-soft p-5"
    >
      <h2 className="text-lg">Keep this secret key</h2>
      <p className="text-sm text-muted">
        Your server signs people in with it. It is shown this once; a lost key can be replaced under API keys.
      </p>
      <CodeBlock code={`WEFT_SECRET_KEY=${secret}`} title=".env" />
      <Button size="sm" className="self-start" onClick={() => forgetNewSecret(projectId)}>
        I have kept it
      </Button>
    </section>
  );
}
