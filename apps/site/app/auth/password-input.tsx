import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../ui/icon-button.tsx";
import { Input } from "../ui/input.tsx";
import type { InputProps } from "../ui/input.tsx";

/** A password, which the user can show. */
export function PasswordInput(props: Omit<InputProps, "type" | "className">) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input {...props} type={shown ? "text" : "password"} spellCheck={false} className="pr-11!" />
      <IconButton
        name={shown ? "Hide password" : "Show password"}
        aria-pressed={shown}
        variant="ghost"
        size="sm"
        className="absolute! top-0.5 right-1"
        onClick={() => setShown((before) => !before)}
      >
        {shown ? <EyeOff className="size-4" aria-hidden /> : <Eye className="size-4" aria-hidden />}
      </IconButton>
    </div>
  );
}
