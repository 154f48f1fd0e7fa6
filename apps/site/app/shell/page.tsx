import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Footer } from "./footer.tsx";

export interface PageProps {
  /** Dashboard and sign-in pages go without the footer. */
  footer?: boolean;
  className?: string;
  children: ReactNode;
}

/** The content of a page: its one `main`, and the footer after it. */
export function Page({ footer = true, className, children }: PageProps) {
  return (
    <>
      <main id="main" tabIndex={-1} className={clsx("min-h-[70dvh]", className)}>
        {children}
      </main>
      {footer && <Footer />}
    </>
  );
}
