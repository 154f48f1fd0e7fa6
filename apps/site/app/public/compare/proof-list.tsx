import { Link } from "react-router";
import { useSiteConfig } from "../../api/use-site-config.ts";
import { fileAddress } from "./file-address.ts";
import type { ShownProof } from "./proof.ts";

/** Where a claim about Weft can be checked. Files are links if the server knows the address of the repository. */
export function ProofList({ proofs }: { proofs: readonly ShownProof[] }) {
  const { data: config } = useSiteConfig();
  const repositoryUrl = config?.repositoryUrl;
  return (
    <ul aria-label="Evidence" className="mt-1.5 flex flex-wrap gap-x-3 gap-y-1 text-xs">
      {proofs.map((proof) => (
        <li key={proof.kind + proof.label} className="wrap-anywhere">
          {proof.kind === "page" ? (
            <Link to={proof.href} className="link">
              {proof.label}
            </Link>
          ) : repositoryUrl ? (
            <a href={fileAddress(repositoryUrl, proof.path)} rel="noreferrer" className="link">
              {proof.label}
            </a>
          ) : (
            <span className="text-muted" title={proof.path}>
              {proof.label}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
