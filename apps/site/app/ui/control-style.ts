/** What everything that is filled in looks like. */
export const controlStyle =
  "w-full rounded-md border border-line-control bg-raised px-3 text-sm text-ink placeholder:text-faint " +
  "transition-colors duration-(--quick) hover:border-muted " +
  "focus:outline-2 focus:-outline-offset-1 focus:outline-accent " +
  "aria-invalid:border-danger aria-invalid:focus:outline-danger data-invalid:border-danger " +
  "disabled:cursor-not-allowed disabled:opacity-55 disabled:bg-sunken";
