import type { NextConfig } from "next";

const config: NextConfig = {
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
