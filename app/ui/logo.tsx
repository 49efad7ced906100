/**
 * The mark and the name: a number plate with a P whose eye is a garage door. Ink follows `currentColor`, the
 * door is `--signal`. The mark is decoration; the word is text, so a link around it needs no other name.
 */
export function Logo({ className = "" }: { className?: string }) {
  return (
    <span className={`inline-flex items-center gap-2 ${className}`}>
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false" className="shrink-0">
        <rect
          x="1.25"
          y="1.25"
          width="29.5"
          height="29.5"
          rx="6.75"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
        />
        <path
          d="M8 26V6h9.5a7 7 0 0 1 0 14H14v6ZM14 11v4h3.5a2 2 0 0 0 0-4Z"
          fill="currentColor"
          fillRule="evenodd"
          clipRule="evenodd"
        />
        <path d="M14 11h3.5a2 2 0 0 1 0 4H14Z" fill="var(--signal)" />
      </svg>
      <span className="text-xl font-extrabold tracking-tight">Paddock</span>
    </span>
  );
}
