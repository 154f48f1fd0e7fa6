import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useMe } from "../api/use-me.ts";

/** Details of the signed-in user. */
interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** Fills in the signed-in user's details when they have loaded, and keeps text that was entered before. */
export function usePrefill<V extends Person>(form: UseFormReturn<V>, empty: V): void {
  const { data: me } = useMe();
  const user = me?.user;
  useEffect(() => {
    if (!user) return;
    const { firstName, lastName, email } = user;
    form.reset({ ...empty, firstName, lastName, email }, { keepDirtyValues: true });
  }, [user, form, empty]);
}
