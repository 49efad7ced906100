import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { paragraphs } from "~/lib/text";
import { ArrowLeftIcon } from "../icons";
import { Isolated, LinkedText } from "../linked-text";

interface PageProps {
  children: ReactNode;
  narrow?: boolean;
  /** Beside a narrow page on a desktop. */
  beside?: ReactNode;
  /** Above, as wide as the screen. */
  lead?: ReactNode;
}

export function Page({ children, narrow = false, beside, lead }: PageProps) {
  const column = narrow ? <div className="max-w-form">{children}</div> : children;
  const content = beside ? (
    <div className="items-start gap-x-16 lg:grid lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]">
      {column}
      {beside}
    </div>
  ) : (
    column
  );
  if (!lead) {
    return (
      <main id="main" tabIndex={-1} className="wrap flex-1 py-8 outline-none md:py-12">
        {content}
      </main>
    );
  }
  return (
    <main id="main" tabIndex={-1} className="flex-1 py-8 outline-none md:py-12">
      {lead}
      <div className="wrap">{content}</div>
    </main>
  );
}

/** May contain names marked by `isolate`. */
const isolatedTitle = (text: ReactNode) => (typeof text === "string" ? <Isolated text={text} /> : text);

export function PageHeader({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children?: ReactNode }) {
  return (
    <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
      <div>
        <h1 dir="auto">{isolatedTitle(title)}</h1>
        {lead ? (
          <p dir="auto" className="mt-2 max-w-measure text-lg text-grey">
            {isolatedTitle(lead)}
          </p>
        ) : null}
      </div>
      {children ? <div className="flex flex-wrap gap-3">{children}</div> : null}
    </div>
  );
}

/** Unlike a button it aligns with the content above and below. */
export function HeaderLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="link inline-flex min-h-11 items-center">
      {children}
    </Link>
  );
}

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="link inline-flex min-h-11 items-center gap-2">
      <ArrowLeftIcon className="size-4" />
      <bdi>{children}</bdi>
    </Link>
  );
}

export function Section({
  id,
  title,
  more,
  children,
}: {
  id: string;
  title: ReactNode;
  more?: { to: string; label: string };
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="mt-12 first:mt-0 md:mt-16">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-t border-line pt-6">
        <h2 id={id} dir="auto">
          {isolatedTitle(title)}
        </h2>
        {more ? <HeaderLink to={more.to}>{isolatedTitle(more.label)}</HeaderLink> : null}
      </div>
      {children}
    </section>
  );
}

export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="rounded-lg border-2 border-dashed border-line px-6 py-10 text-center">
      <p className="text-lg font-bold">{title}</p>
      {children ? <p className="mx-auto mt-2 max-w-form text-grey">{children}</p> : null}
      {action ? <div className="mt-5">{action}</div> : null}
    </div>
  );
}

export function Prose({ text }: { text: string }) {
  return (
    <div className="prose">
      {paragraphs(text).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text have no other identity
        <p key={index} dir="auto">
          <LinkedText text={part} />
        </p>
      ))}
    </div>
  );
}
