import { ButtonLink } from "../../ui/button-link.tsx";
import { NotFound } from "../../ui/not-found.tsx";

/** What is not there, and what may not be seen. */
export default function NotFoundPage() {
  return <NotFound action={<ButtonLink to="/dashboard">Back to projects</ButtonLink>} />;
}
