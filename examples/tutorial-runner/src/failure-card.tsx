import { createRoot } from "react-dom/client";
import type { Root } from "react-dom/client";
import type { Failure } from "./messages.ts";

let root: Root | undefined;

/** Shows a failure over whatever the program still shows. */
export function showFailure(place: HTMLElement, failure: Failure): void {
  root ??= createRoot(place);
  root.render(<FailureCard {...failure} />);
}

function FailureCard({ message, file, line }: Failure) {
  return (
    <section className="failure" role="alert">
      <h1>The program stopped</h1>
      {file !== undefined && (
        <p className="failure-place">
          {file}
          {line !== undefined && `, line ${line}`}
        </p>
      )}
      <pre tabIndex={0}>{message}</pre>
    </section>
  );
}
