import { useEffect, useRef } from "react";

/** The recovery codes, the one time that they are shown. It takes focus, since the form that asked for them is gone. */
export function RecoveryCodes({ message, codes }: { message: string; codes: string[] }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="recovery-codes"
      className="mb-10 max-w-measure rounded-lg border-2 border-green p-5 outline-none sm:p-6"
    >
      <p role="status" className="font-bold">
        {message}
      </p>
      <h2 id="recovery-codes" className="mt-3 text-xl">
        Keep these recovery codes
      </h2>
      <p className="mt-2">
        Each one works once in place of a code from the app, in case you lose your phone. Print them or keep them in
        your password manager: we only show them this once.
      </p>
      <ol className="mt-4 grid list-inside list-decimal gap-x-8 gap-y-2 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="break-inside-avoid whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
    </section>
  );
}
