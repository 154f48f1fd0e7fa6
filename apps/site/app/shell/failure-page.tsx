import { isRouteErrorResponse } from "react-router";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { NotFound } from "../ui/not-found.tsx";
import { PageMessage } from "../ui/page-message.tsx";
import { isModuleFailure } from "./module-failure.ts";
import { ModuleFailurePage } from "./module-failure-page.tsx";
import { Page } from "./page.tsx";

/** What is shown when a page could not be drawn at all. */
export function FailurePage({ error }: { error: unknown }) {
  return (
    <Page>
      {isModuleFailure(error) ? (
        <ModuleFailurePage />
      ) : isRouteErrorResponse(error) && error.status === 404 ? (
        <NotFound action={<ButtonLink to="/">Home</ButtonLink>} />
      ) : (
        <PageMessage
          title="This page could not be shown."
          action={
            <>
              <Button variant="primary" onClick={() => location.reload()}>
                Try again
              </Button>
              <ButtonLink to="/support">Contact support</ButtonLink>
            </>
          }
        >
          <p>An unexpected error occurred. Try again. If the error persists, contact support.</p>
        </PageMessage>
      )}
    </Page>
  );
}
