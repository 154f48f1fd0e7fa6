"use client";

import { Notice } from "../ui/notice.tsx";

export default function ErrorPage({ reset }: { readonly reset: () => void }) {
  return (
    <Notice title="Something went wrong">
      <p>The page couldn’t be loaded. The log of this app’s server has the details.</p>
      <button type="button" className="button" onClick={reset}>
        Try again
      </button>
    </Notice>
  );
}
