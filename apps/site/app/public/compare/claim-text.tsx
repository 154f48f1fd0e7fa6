import type { OtherClaim } from "./comparison.ts";

/** A claim about another product, with the public page that it is from. */
export function ClaimText({ text, source }: OtherClaim) {
  return (
    <>
      {text}
      {source && (
        <span className="mt-1.5 block text-xs">
          <a href={source.href} rel="noreferrer nofollow" className="link">
            {source.title}
          </a>
        </span>
      )}
    </>
  );
}
