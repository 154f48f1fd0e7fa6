import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useMe } from "../api/use-me.ts";

/** What is known of whoever is signed in. */
interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** Fills in who is signed in, once that is known; what was typed by then stays. */
export function usePrefill<V extends Person>(form: UseFormReturn<V>, empty: V): void {
  const { data: me } = useMe();
  const user = me?.user;
  useEffect(() => {
    if (!user) return;
    const { firstName, lastName, email } = user;
    form.reset({ ...empty, firstName, lastName, email }, { keepDirtyValues: true });
  }, [user, form, empty]);
}
