import type { ComponentProps } from "react";

/** A table that scrolls by itself where the screen is too narrow for it. */
export function DataTable(props: ComponentProps<"table">) {
  return (
    <div className="table-frame" role="group" aria-label="Table" tabIndex={0}>
      <table {...props} />
    </div>
  );
}
