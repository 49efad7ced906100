import { type CSSProperties, useEffect, useRef, useState } from "react";
import { accentColours, accentContrast, BUILT_IN_ACCENT, isColour, MIN_CONTRAST } from "~/lib/colour/accent";
import { MAX_SITE_LINE, MAX_SITE_NAME } from "~/lib/site";
import { Checkbox, Field } from "~/ui/forms/field";
import { useFormState } from "~/ui/forms/form-state";
import { Logo } from "~/ui/layout/site-header";
import { Photo } from "~/ui/photo";
import { FileField } from "~/ui/uploads/file-field";
import { SITE_MESSAGES } from "../limits";

interface Look {
  name: string;
  accent: string;
}

/** An unfinished colour leaves the last one. */
function nextLook(look: Look, values: Partial<Look>): Look {
  const { name = look.name, accent: text = look.accent } = values;
  const accent = text.trim().toLowerCase();
  return { name, accent: accent === "" || isColour(accent) ? accent : look.accent };
}

export function LookFields({ logo, isNameLocked }: { logo: string | null; isNameLocked: boolean }) {
  const { initial, failure } = useFormState();
  const [isScripted, setIsScripted] = useState(false);
  const [look, setLook] = useState(() => {
    const storedLook = { name: `${initial.name}`, accent: `${initial.accent}` };
    return failure ? nextLook(storedLook, failure.values) : storedLook;
  });
  const box = useRef<HTMLDivElement>(null);
  const field = (name: keyof Look) => box.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
  const follow = () =>
    setLook((look) => nextLook(look, { name: field("name")?.value, accent: field("accent")?.value }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: text typed before script was loaded
  useEffect(() => {
    setIsScripted(true);
    follow();
  }, []);
  const pick = (colour: string) => {
    const accent = field("accent");
    if (!accent) return;
    accent.value = colour;
    accent.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const shownColour = look.accent || BUILT_IN_ACCENT;
  return (
    <div ref={box} onInput={follow} className="grid gap-x-8 lg:grid-cols-[minmax(0,36rem)_minmax(0,20rem)]">
      <div>
        <Field
          name="name"
          label="Name"
          hint={isNameLocked ? SITE_MESSAGES.nameLocked : "In the header, page titles and emails."}
          maxLength={MAX_SITE_NAME}
          readOnly={isNameLocked}
        />
        <Field name="line" label="Tagline" maxLength={MAX_SITE_LINE} optional />
        <Field
          name="accent"
          label="Accent colour"
          hint="Used for buttons and highlights, e.g. #0b5fa5. Dark mode uses a lighter shade. Leave it empty for the built-in one."
          maxLength={7}
          spellCheck={false}
          autoCapitalize="none"
          optional
          beside={
            isScripted ? (
              <input
                type="color"
                aria-label="Choose the accent colour"
                value={shownColour}
                onChange={({ currentTarget }) => pick(currentTarget.value)}
                className="input w-14 shrink-0 cursor-pointer p-1.5"
              />
            ) : (
              <span aria-hidden="true" className="w-14 shrink-0" />
            )
          }
        />
        <FileField
          name="logo"
          label={logo === null ? "Logo" : "New logo"}
          hint="In the header, in tabs and on home screens. Cropped to a centred square; transparent areas get the page colour."
          optional
        />
        {logo === null ? null : (
          <div className="-mt-2 flex items-start gap-4">
            <Photo kind="users" name={logo} alt="The current logo" className="size-12 shrink-0" />
            <Checkbox name="removeLogo" label="Remove the logo" />
          </div>
        )}
      </div>
      <LookPreview {...look} logo={logo} />
    </div>
  );
}

const PAGES = { light: "Light mode", dark: "Dark mode" } as const;

function LookPreview({ name, accent, logo }: Look & { logo: string | null }) {
  const colours = accentColours(accent);
  const contrast = accentContrast(colours);
  return (
    <section aria-labelledby="look-preview" className="grid content-start gap-x-8 gap-y-4 sm:max-lg:grid-cols-2">
      <h3 id="look-preview" className="text-base sm:max-lg:col-span-2">
        Preview
      </h3>
      {(["light", "dark"] as const).map((scheme) => {
        const { signal, "signal-strong": strong } = colours[scheme];
        return (
          <figure key={scheme}>
            <div
              inert
              className="look-preview"
              data-scheme={scheme}
              style={{ "--signal": signal, "--signal-strong": strong } as CSSProperties}
            >
              <Logo name={name} logo={logo} />
              <p>
                <span className="button button-primary">Sign up</span>
                <span className="button">Cancel</span>
                <span className="link">Link</span>
              </p>
            </div>
            <figcaption className="mt-1 min-h-[3em] text-sm">
              <span className="text-grey">{PAGES[scheme]}. </span>
              <ContrastText contrast={contrast[scheme]} />
            </figcaption>
          </figure>
        );
      })}
    </section>
  );
}

function ContrastText({ contrast }: { contrast: number }) {
  // Rounded down, so that 4.49 is not 4.5.
  const text = `Contrast ${(Math.floor(contrast * 10) / 10).toFixed(1)}\u00a0:\u00a01`;
  const isEnough = contrast >= MIN_CONTRAST;
  return (
    <span aria-live="polite" className={isEnough ? "text-grey" : "text-danger"}>
      {isEnough ? `${text}, enough` : `${text}. At least ${MIN_CONTRAST}\u00a0:\u00a01 is needed.`}
    </span>
  );
}
