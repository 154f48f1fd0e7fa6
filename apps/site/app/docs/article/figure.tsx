/** A picture with a version for each palette. */
export function Figure({ light, dark, alt, caption }: { light: string; dark: string; alt: string; caption?: string }) {
  return (
    <figure className="figure">
      <img src={light} alt={alt} loading="lazy" className="only-light" />
      <img src={dark} alt={alt} loading="lazy" className="only-dark" />
      {caption !== undefined && <figcaption>{caption}</figcaption>}
    </figure>
  );
}
