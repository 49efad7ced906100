import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { FormFailure } from "~/lib/forms";
import { Chip } from "~/ui/chip";
import { Prose } from "~/ui/layout/page";
import { Moment } from "~/ui/moment";
import { Photo } from "~/ui/photo";
import type { CaseJson } from "../json.server";
import { type CaseState, STATE_LABELS, WORDS_GONE } from "../limits";

const TONES = { open: "waiting", appealed: "waiting", decided: "done", closed: "over" } as const;

export function CaseStateChip({ state }: { state: CaseState }) {
  return <Chip tone={TONES[state]}>{STATE_LABELS[state]}</Chip>;
}

/** For a form no longer on the page, because other staff acted first. */
export function Overtaken({ intent }: { intent?: string }) {
  const failure = useActionData<FormFailure>();
  if (!failure || failure.values.intent !== intent) return null;
  return (
    <p role="alert" className="mb-4 rounded-md border-danger border-l-4 bg-danger-soft px-4 py-3">
      {failure.message}
    </p>
  );
}

interface ThingTextsProps {
  texts: Record<string, string>;
  /** Stored names, or external addresses. */
  pictures?: string[];
  avatar?: string | null;
}

export function ThingTexts({ texts, pictures = [], avatar = null }: ThingTextsProps) {
  return (
    <>
      {pictures.length > 0 ? (
        <ul className="mb-4 grid grid-cols-2 gap-2 sm:grid-cols-3">
          {pictures.map((name, index) => (
            <li key={name}>
              <Photo kind="photos" name={name} alt={`Picture ${index + 1}`} sizes="12rem" className="rounded-md" />
            </li>
          ))}
        </ul>
      ) : null}
      <dl className="space-y-3">
        {Object.entries(texts).map(([name, text]) => (
          <div key={name}>
            <dt dir="auto" className="text-sm text-grey first-letter:uppercase">
              {name}
            </dt>
            <dd>
              <Prose text={text} />
            </dd>
          </div>
        ))}
      </dl>
      {avatar === null ? null : (
        <Photo kind="users" name={avatar} alt="Profile photo" sizes="6rem" className="mt-4 aspect-square w-24" />
      )}
    </>
  );
}

export function QuotedText({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="mb-3 rounded-md border border-line bg-surface px-4 py-3">
      <p className="mb-1 text-sm text-grey">{children}</p>
      <Prose text={text} />
    </div>
  );
}

interface ObjectionProps {
  objection: NonNullable<CaseJson["objection"]>;
  title: string;
  isOver?: boolean;
}

export function Objection({ objection: { text, createdAt, outcome, facts }, title, isOver }: ObjectionProps) {
  return (
    <>
      <QuotedText text={text || WORDS_GONE}>
        <Moment at={createdAt} />
      </QuotedText>
      {outcome === null ? (
        <p className="mb-3 text-grey">
          {isOver ? "The account was deleted before this objection was decided." : `${title} is under review.`}
        </p>
      ) : (
        <QuotedText text={facts || WORDS_GONE}>
          {outcome === "upheld" ? "The decision stands." : "The decision was overturned."}
        </QuotedText>
      )}
    </>
  );
}
