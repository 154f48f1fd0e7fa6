import { useSiteConfig } from "../api/use-site-config.ts";

/** What else can be done when a message does not arrive. */
export function SendAdvice() {
  const { data } = useSiteConfig();
  const address = data?.supportEmail;
  if (!address) return <p className="text-muted">Try again in a while.</p>;
  return (
    <p className="text-muted">
      Try again, or email us at{" "}
      <a href={`mailto:${address}`} className="link">
        {address}
      </a>
      .
    </p>
  );
}
