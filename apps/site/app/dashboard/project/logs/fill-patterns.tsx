import { statusClasses } from "./status-classes.ts";

/** The fills of classes of statuses, for an SVG: `url(#{id}-4xx)`. */
export function FillPatterns({ id }: { id: string }) {
  return (
    <defs>
      {statusClasses.map(({ name, color, pattern }) => (
        <pattern key={name} id={`${id}-${name}`} width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" fill={color} fillOpacity={pattern === "plain" ? 1 : 0.25} />
          {pattern === "dots" && <circle cx="3" cy="3" r="1.4" fill={color} />}
          {pattern === "stripes" && (
            <path d="M-1,1 l2,-2 M0,6 l6,-6 M5,7 l2,-2" stroke={color} strokeWidth="2" fill="none" />
          )}
          {pattern === "grid" && <path d="M0,0 H6 M0,3 H6 M0,0 V6" stroke={color} strokeWidth="1.6" fill="none" />}
        </pattern>
      ))}
    </defs>
  );
}
