import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { NotFound } from "../../ui/not-found.tsx";
import { PageMessage } from "../../ui/page-message.tsx";

/** Stands where a page's text would, when there is none. */
export function FailureMessage({ isMissing }: { isMissing: boolean }) {
  if (isMissing) return <NotFound action={<ButtonLink to="/docs">Documentation</ButtonLink>} />;
  return (
    <PageMessage
      title="This page could not be shown."
      action={
        <Button variant="primary" onClick={() => location.reload()}>
          Try again
        </Button>
      }
    />
  );
}
