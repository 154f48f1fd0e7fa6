import { Link, useLocation } from "react-router";

/** Shown in place of the form to users who are not signed in. */
export function SignInToTry() {
  const { pathname } = useLocation();
  return (
    <p className="try-note">
      <Link to={`/sign-in?next=${encodeURIComponent(pathname)}`}>Sign in to try it</Link>
    </p>
  );
}
