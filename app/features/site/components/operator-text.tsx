import { formatDate } from "~/lib/time";

export function OperatorText({ html, changedAt }: { html: string; changedAt: number }) {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by a parser that escapes HTML */}
      <div className="prose operator-text" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
      <p className="mt-8 text-sm text-grey">Last changed on {formatDate(changedAt)}.</p>
    </>
  );
}
