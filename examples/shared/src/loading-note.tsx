/** Shown until Storage has been loaded. */
export function LoadingNote({ text }: { readonly text: string }) {
  return (
    <p className="loading" role="status">
      {text}
    </p>
  );
}
