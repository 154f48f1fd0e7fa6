import { Link, useLocation } from "react-router";

/** Shown above code to users who are not signed in. */
export function SignInForKeys({ isDemo }: { isDemo: boolean }) {
  const { pathname } = useLocation();
  return (
    <p>
      {isDemo && "This code uses the key of the demo project. "}
      <Link to={`/sign-in?next=${encodeURIComponent(pathname)}`}>Sign in to fill in your keys</Link>
    </p>
  );
}
