import type { Operation } from "../generated/operations.ts";

/** The errors that a call can answer. */
export function ErrorCodes({ codes }: { codes: Operation["errors"] }) {
  return (
    <div className="error-codes">
      <p className="props-label">Errors</p>
      <ul>
        {codes.map(({ code, status }) => (
          <li key={code}>
            <a href={`/docs/errors/${code}`}>
              <span>{status}</span> {code}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
