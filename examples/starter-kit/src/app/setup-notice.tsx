import { Notice } from "../ui/notice.tsx";

/** Shown instead of the app until its settings are complete. */
export function SetupNotice({ faults }: { readonly faults: readonly string[] }) {
  return (
    <Notice title="Finish the setup">
      <ul>
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
      <p>
        Set these variables in <code>.env</code>, and restart the app. <code>.env.example</code> explains each of them.
      </p>
    </Notice>
  );
}
