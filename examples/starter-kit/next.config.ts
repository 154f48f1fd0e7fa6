import type { NextConfig } from "next";

const config: NextConfig = {
  // The Tiptap extension of Liveblocks loses its document when React mounts it twice in development.
  reactStrictMode: false,
  poweredByHeader: false,
  // `next dev` otherwise writes an AGENTS.md.
  agentRules: false,
  headers: async () => [
    {
      source: "/:path*",
      headers: [
        { key: "X-Content-Type-Options", value: "nosniff" },
        { key: "X-Frame-Options", value: "DENY" },
        { key: "Referrer-Policy", value: "same-origin" },
      ],
    },
  ],
};

export default config;
