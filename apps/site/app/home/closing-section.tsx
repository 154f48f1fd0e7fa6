import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { useMe } from "../api/use-me.ts";
import { useSiteConfig } from "../api/use-site-config.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { buttonStyle } from "../ui/button-style.ts";

/** The last call to action of the page. */
export function ClosingSection() {
  const { data: me } = useMe();
  const { data: config } = useSiteConfig();
  return (
    <section aria-labelledby="closing-title" className="page pt-16 md:pt-24">
      <div className="flex flex-col gap-8 rounded-lg border border-accent-line bg-accent-soft p-8 md:p-12 lg:flex-row lg:items-end lg:justify-between">
        <div className="flex max-w-xl flex-col gap-3">
          <h2 id="closing-title" className="text-4xl tracking-[-0.028em]">
            Add collaboration to your app today.
          </h2>
          <p className="text-muted">
            Create a project, copy its key and connect your first client in five minutes. Already using Liveblocks? See{" "}
            <Link to="/docs/concepts/coming-from-liveblocks" className="link">
              what works with Weft
            </Link>
            , or{" "}
            <Link to="/compare" className="link">
              compare Weft with others
            </Link>
            .
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={me?.user ? "/dashboard" : "/sign-up"} variant="primary" size="lg">
            Start building
            <ArrowRight className="size-4" aria-hidden />
          </ButtonLink>
          <ButtonLink to="/docs/get-started/self-hosted" size="lg">
            Run a server
          </ButtonLink>
          {config?.repositoryUrl && (
            <a href={config.repositoryUrl} rel="noreferrer" className={buttonStyle("ghost", "lg")}>
              Source code
            </a>
          )}
        </div>
      </div>
    </section>
  );
}
