import "./globals.css";
import "@weft/react-ui/styles.css";
import "@weft/react-ui/styles/dark/media-query.css";
import "@weft/react-tiptap/styles.css";
import type { Metadata, Viewport } from "next";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { settingFaults } from "../weft/settings.ts";
import { SetupNotice } from "./setup-notice.tsx";

export const metadata: Metadata = { title: { default: "Documents", template: "%s · Documents" } };
export const viewport: Viewport = { colorScheme: "light dark" };

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  // Settings are read when a page is requested, not when it is built.
  await connection();
  const faults = settingFaults();
  return (
    <html lang="en">
      <body>{faults.length > 0 ? <SetupNotice faults={faults} /> : children}</body>
    </html>
  );
}
