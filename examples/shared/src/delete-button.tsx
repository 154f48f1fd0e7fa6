import { Icon } from "./icon.tsx";

/** Deletes the thing that `label` names. */
export function DeleteButton({ label, onDelete }: { readonly label: string; readonly onDelete: () => void }) {
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={onDelete}>
      <Icon path="m5 5 8 8M13 5l-8 8" size={16} />
    </button>
  );
}
