import { useId } from "react";

/**
 * A decorative strip in the color of the surrounding text: two interlaced threads that fill the available width. Hidden
 * from assistive technology.
 */
export function WovenThread({ className }: { className?: string }) {
  const id = useId();
  return (
    <svg className={className} aria-hidden focusable="false">
      <defs>
        <pattern id={id} width="32" height="24" patternUnits="userSpaceOnUse">
          <g fill="none" stroke="currentColor" strokeWidth="1.5">
            <path d="M0 6C8 6 8 18 16 18S24 6 32 6" />
            <path d="M0 18c2.400 0 4.100-1.100 5.500-2.700M10.500 8.700C11.900 7.100 13.600 6 16 6c8 0 8 12 16 12" />
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}
