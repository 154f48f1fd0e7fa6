import { useSiteConfig } from "../api/use-site-config.ts";

/** What else can be done when a message does not arrive. */
export function SendAdvice() {
  const { data } = useSiteConfig();
  const address = data?.supportEmail;
  if (!address)
    return (
      <p className="text-muted">
        Try again, or email the operator of this server. No support address is set (<code>WEFT_SUPPORT_EMAIL</code>).
      </p>
    );
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
