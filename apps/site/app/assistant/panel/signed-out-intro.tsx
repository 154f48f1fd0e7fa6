import { useLocation } from "react-router";
import { ButtonLink } from "../../ui/button-link.tsx";

/** What the assistant is for, and the way to it. Nothing is connected before a sign-in. */
export function SignedOutIntro() {
  const { pathname, search, hash } = useLocation();
  const next = new URLSearchParams({ next: pathname + search + hash }).toString();
  return (
    <div className="m-auto flex max-w-xs flex-col items-center gap-4 p-6 text-center">
      <p className="text-lg font-medium text-balance">Ask questions and get things done</p>
      <p className="text-sm text-muted">
        The AI assistant answers from the documentation, finds pages, creates teams and projects, and shows your usage.
        Sign in to use it.
      </p>
      <div className="flex gap-2">
        <ButtonLink to={`/sign-in?${next}`}>Sign in</ButtonLink>
        <ButtonLink to={`/sign-up?${next}`} variant="primary">
          Sign up
        </ButtonLink>
      </div>
    </div>
  );
}
