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
      <h2 className="text-lg">Save your secret key</h2>
      <p className="text-sm text-muted">
        Your back end uses it to authenticate users. It is only shown once. If you lose it, create a new one under API
        keys.
      </p>
      <CodeBlock wrapped code={`WEFT_SECRET_KEY=${secret}`} title=".env" />
      <Button size="sm" className="self-start" onClick={() => forgetNewSecret(projectId)}>
        Done, I've saved it
      </Button>
    </section>
  );
}
