import { RotateCw } from "lucide-react";
import { Suspense, useState } from "react";
import { useMe } from "../api/use-me.ts";
import { Avatar } from "../ui/avatar.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { displayName } from "./display-name.ts";
import { lazyPart } from "../ui/lazy-part.tsx";

const AccountMenu = lazyPart(() => import("./account-menu.tsx").then((m) => ({ default: m.AccountMenu })));

/** The account menu, or the links to sign in. Until the account is known it is empty, and as wide as it will be. */
export function AccountArea() {
  const { data: me, isError, isFetching, refetch } = useMe();
  const [wanted, setWanted] = useState(false);
  if (me?.user) {
    const { user } = me;
    const button = (
      <button
        type="button"
        aria-haspopup="menu"
        className="ml-1 grid size-9 place-items-center rounded-full"
        onClick={() => setWanted(true)}
      >
        <Avatar id={user.id} name={displayName(user)} image={user.image} size="lg" decorative />
        <span className="sr-only">{`Account: ${displayName(user)}`}</span>
      </button>
    );
    if (!wanted) return button;
    return (
      <Suspense fallback={button}>
        <AccountMenu trigger={button} user={user} />
      </Suspense>
    );
  }
  if (me === undefined && isError)
    return (
      <IconButton
        name="Your account could not be loaded. Try again"
        className="ml-1"
        busy={isFetching}
        onClick={() => void refetch()}
      >
        <RotateCw className="size-4" aria-hidden />
      </IconButton>
    );
  return (
    <div className={me !== undefined ? "flex items-center gap-1" : "invisible flex items-center gap-1"}>
      <ButtonLink to="/sign-in" variant="ghost" className="max-sm:hidden">
        Sign in
      </ButtonLink>
      <ButtonLink to="/sign-up" variant="primary" className="max-[25rem]:px-2.5">
        Sign up
      </ButtonLink>
    </div>
  );
}
