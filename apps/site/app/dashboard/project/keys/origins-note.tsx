import { TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { useProject } from "../shared/project-context.ts";

/** Which websites may use the public key, and where that is changed. */
export function OriginsNote() {
  const { project, base } = useProject();
  const { allowedOrigins: origins } = project;
  const change = (
    <Link className="link" to={`${base}/settings#allowed-origins`}>
      {origins.length === 0 ? "Restrict origins" : "Change"}
    </Link>
  );
  return (
    <div className="flex flex-col gap-1.5 border-t border-line pt-4 text-sm">
      <h3 className="font-sans text-sm font-medium">Allowed origins</h3>
      {origins.length > 0 ? (
        <>
          <ul aria-label="Allowed origins" className="flex flex-wrap gap-1.5">
            {origins.map((origin) => (
              <li key={origin} className="max-w-full rounded-sm border border-line bg-sunken px-1.5 py-0.5">
                <code className="text-xs wrap-anywhere">{origin}</code>
              </li>
            ))}
          </ul>
          <p className="text-muted">Other websites are refused. {change}</p>
        </>
      ) : project.type === "prod" ? (
        <p className="flex items-start gap-2 text-warning">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span>Any website can use this key. {change}</span>
        </p>
      ) : (
        <p className="text-muted">Any website can use this key. {change}</p>
      )}
    </div>
  );
}
