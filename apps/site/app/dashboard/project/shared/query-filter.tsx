import type { ReactNode } from "react";
import { FilterText } from "../../shared/filter-text.tsx";
import { markFault } from "../rooms/query-fault.ts";
import type { QueryFault } from "../rooms/query-fault.ts";

export interface QueryFilterProps {
  value: string;
  onChange: (value: string) => void;
  /** An example of a query. */
  example: string;
  /** What the server has against the query. */
  fault?: QueryFault | { readonly message: string } | undefined;
  /** The fields and operators. */
  children: ReactNode;
  /** The filter that `/` leads to. */
  first?: boolean;
}

/** A filter in the REST query language, with its fault marked and its syntax explained. */
export function QueryFilter({ value, onChange, example, fault, children, first = false }: QueryFilterProps) {
  return (
    <div className="min-w-64 flex-1">
      <FilterText
        label="Query"
        first={first}
        placeholder={`Query: ${example}`}
        value={value}
        onChange={onChange}
        error={fault?.message}
        className="[&_input]:font-mono [&_input]:text-xs"
      />
      {fault && "line" in fault && (
        <pre className="mt-2 overflow-x-auto rounded-md bg-sunken px-3 py-2 text-xs text-danger">
          {markFault(value, fault)}
          {`\nLine ${fault.line}, column ${fault.column}`}
        </pre>
      )}
      <details className="mt-1.5 text-xs text-muted">
        <summary className="w-fit rounded-sm">Query syntax</summary>
        <p className="mt-2 max-w-prose leading-5">{children}</p>
      </details>
    </div>
  );
}
