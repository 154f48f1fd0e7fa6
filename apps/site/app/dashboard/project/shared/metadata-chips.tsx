const chipsAtMost = 2;

/** The first entries of metadata, and how many more there are. */
export function MetadataChips({ entries }: { entries: readonly (readonly [key: string, value: string])[] }) {
  const texts = entries.map(([key, value]) => `${key}: ${value}`);
  return (
    <span className="inline-flex items-center gap-1">
      {texts.slice(0, chipsAtMost).map((text) => (
        <span
          key={text}
          className="max-w-28 truncate rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-2xs"
          title={text}
        >
          {text}
        </span>
      ))}
      {texts.length > chipsAtMost && (
        <span className="text-xs text-faint" title={texts.slice(chipsAtMost).join("\n")}>
          +{texts.length - chipsAtMost}
        </span>
      )}
    </span>
  );
}
