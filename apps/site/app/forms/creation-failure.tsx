/** Something was not created; the form stays as it was. */
export function CreationFailure({ what }: { what: "team" | "project" }) {
  return (
    <p role="alert" className="rounded-md border border-danger-line bg-danger-soft px-3 py-2 text-sm text-danger">
      {`Failed to create ${what}. Please try again.`}
    </p>
  );
}
