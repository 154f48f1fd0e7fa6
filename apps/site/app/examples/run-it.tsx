import { useEffect, useState } from "react";
import { ProjectPicker } from "../docs/own-keys/project-picker.tsx";
import { SignInForKeys } from "../docs/own-keys/sign-in-for-keys.tsx";
import { useOwnProject } from "../docs/own-keys/use-own-project.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { Cell, HeaderCell, Row, Table } from "../ui/table.tsx";
import type { Example } from "./catalogue.ts";
import { createCommand, startCommand } from "./create-command.ts";

/** How an example is copied and started on the reader's own machine, with the keys of their project. */
export function RunIt({ example }: { example: Example }) {
  const { signedIn, known, projects, project, projectId, publicKey, serverUrl, pick } = useOwnProject();
  // The HTML was made without knowing who reads it.
  const [drawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  const shown = drawn && known;
  const variables = [
    {
      name: "VITE_WEFT_URL",
      value: (shown && serverUrl) || "http://localhost:7070",
      what: "The address of your Weft server.",
    },
    {
      name: "VITE_WEFT_PUBLIC_KEY",
      value: (shown && publicKey) || "pk_…",
      what: "The public key of your project. Without one, the server's demo project is used.",
    },
    ...(example.hasUsers
      ? [
          {
            name: "WEFT_SECRET_KEY",
            value: "sk_…",
            what: "The secret key of the same project. The development server keeps it and uses it to issue access tokens.",
          },
        ]
      : []),
  ];
  return (
    <section aria-labelledby="run" className="flex min-w-0 flex-col gap-4">
      <h2 id="run" className="text-2xl">
        Copy this example
      </h2>
      <p className="max-w-[60ch] text-muted">
        This command creates a folder with the complete app: source code, pinned dependencies and a README.
      </p>
      {shown && (
        <div className="text-sm text-muted [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-4 [&_label]:inline-flex [&_label]:max-w-full [&_label]:flex-wrap [&_label]:items-center [&_label]:gap-2 [&_select]:h-8 [&_select]:max-w-full [&_select]:rounded-sm [&_select]:border [&_select]:border-line-control [&_select]:bg-raised [&_select]:px-2 [&_select]:text-ink">
          {signedIn ? (
            <ProjectPicker projects={projects} projectId={projectId} onPick={pick} />
          ) : (
            <SignInForKeys isDemo={false} />
          )}
        </div>
      )}
      <CodeBlock
        title="Terminal"
        code={createCommand(example.name, shown ? { serverUrl, publicKey: project?.publicKey } : {})}
      />
      <p className="max-w-[60ch] text-muted">Then start the app. Keep your Weft server running in another terminal.</p>
      <CodeBlock title="Terminal" code={startCommand(example.name)} />
      <p className="max-w-[60ch] text-muted">
        The settings are in <code className="text-sm">.env</code>.
      </p>
      <Table caption="Settings" stacked>
        <thead>
          <Row>
            <HeaderCell>Setting</HeaderCell>
            <HeaderCell>Value</HeaderCell>
            <HeaderCell>Description</HeaderCell>
          </Row>
        </thead>
        <tbody>
          {variables.map(({ name, value, what }) => (
            <Row key={name}>
              <HeaderCell scope="row" className="font-mono text-xs">
                {name}
              </HeaderCell>
              <Cell label="Value" className="font-mono text-xs wrap-anywhere">
                {value}
              </Cell>
              <Cell label="Description" className="text-muted">
                {what}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
