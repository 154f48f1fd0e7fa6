import Link from "next/link";
import { Notice } from "../ui/notice.tsx";

export default function NotFound() {
  return (
    <Notice title="Page not found">
      <p>This document or page doesn’t exist. It may have been deleted.</p>
      <Link href="/" className="button">
        Go to documents
      </Link>
    </Notice>
  );
}
