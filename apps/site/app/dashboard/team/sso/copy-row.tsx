import { CopyButton } from "../../../ui/copy-button.tsx";

/** A value to be entered elsewhere. */
export function CopyRow({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col gap-1">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="flex items-center gap-1 rounded-md border border-line bg-sunken py-0.5 pr-0.5 pl-3">
        <code className="min-w-0 flex-1 py-1 text-xs wrap-anywhere">{value}</code>
        <CopyButton text={value} name={`Copy ${label}`} />
      </dd>
    </div>
  );
}
