import { useEffect, useState } from "react";
import { ProjectPicker } from "../docs/own-keys/project-picker.tsx";
import { SignInForKeys } from "../docs/own-keys/sign-in-for-keys.tsx";
import { useOwnProject } from "../docs/own-keys/use-own-project.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { Cell, HeaderCell, Row, Table } from "../ui/table.tsx";
import type { Example } from "./catalogue.ts";
import { runCommand } from "./run-command.ts";

/** How an example is started on the reader's own machine, with the keys of a project of theirs. */
export function RunIt({ example }: { example: Example }) {
  const { signedIn, known, projects, project, projectId, publicKey, serverUrl, pick } = useOwnProject();
  // The HTML was made without knowing who reads it.
  const [drawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  const shown = drawn && known;
  const variables = [
    {
      name: "WEFT_URL",
      value: (shown && serverUrl) || "http://localhost:7070",
      what: "Your server. Left out, it is the one on this machine.",
    },
    {
      name: "WEFT_PUBLIC_KEY",
      value: (shown && publicKey) || "pk_…",
      what: "A project's public key. Left out, the server's demo project is used.",
    },
  ];
  return (
    <section aria-labelledby="run" className="flex min-w-0 flex-col gap-4">
      <h2 id="run" className="text-2xl">
        Run it yourself
      </h2>
      <p className="max-w-[60ch] text-muted">
        The example lies in <code className="text-sm">examples/{example.name}</code> of the Weft repository. With a
        server running in another terminal, this starts it with hot reload:
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
        code={runCommand(example.name, shown ? { serverUrl, publicKey: project?.publicKey } : {})}
      />
      <Table caption="Environment variables" stacked>
        <thead>
          <Row>
            <HeaderCell>Variable</HeaderCell>
            <HeaderCell>Value</HeaderCell>
            <HeaderCell>What it is</HeaderCell>
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
              <Cell label="What it is" className="text-muted">
                {what}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
