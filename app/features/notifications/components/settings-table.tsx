import { useFieldId, useFormState } from "~/ui/form";
import { type Choice, type Kind, MAIL_MODES } from "../kinds";
import { KIND_HINTS, kindLabel, MODE_LABELS, mailField, siteField } from "../settings-words";

/** The settings' rows, kind by kind: on the site, and by mail. On a phone each kind is a stack. */
export function SettingsTable({ rows }: { rows: readonly { kind: Kind; choice: Choice }[] }) {
  return (
    <table className="table mb-6 max-w-3xl">
      <caption className="sr-only">What you are told about, and where</caption>
      <thead>
        <tr>
          <th scope="col">What happens</th>
          <th scope="col">On the site</th>
          <th scope="col">By mail</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ kind, choice }) => (
          <tr key={kind}>
            <th scope="row">
              {kindLabel(kind)}
              {KIND_HINTS[kind] ? (
                <span className="block text-sm font-normal text-grey">{KIND_HINTS[kind]}</span>
              ) : null}
            </th>
            <td data-label="On the site" className="items-center">
              <SiteSwitch kind={kind} on={choice.site} />
            </td>
            <td data-label="By mail" className="items-center">
              <MailChoice kind={kind} mode={choice.mail} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SiteSwitch({ kind, on }: { kind: Kind; on: boolean }) {
  const { failure } = useFormState();
  const name = siteField(kind);
  return (
    <label className="flex size-11 cursor-pointer items-center">
      <span className="sr-only">{kindLabel(kind)}: on the site</span>
      <input
        type="checkbox"
        name={name}
        value="on"
        id={useFieldId()(name)}
        defaultChecked={failure ? failure.values[name] === "on" : on}
        className="size-6 shrink-0 accent-signal"
      />
    </label>
  );
}

function MailChoice({ kind, mode }: { kind: Kind; mode: string }) {
  const { failure } = useFormState();
  const name = mailField(kind);
  const id = useFieldId()(name);
  const messages = failure?.errors[name];
  return (
    <div className="w-full max-w-40">
      <select
        name={name}
        id={id}
        aria-label={`${kindLabel(kind)}: by mail`}
        aria-invalid={messages ? true : undefined}
        aria-describedby={messages ? `${id}-error` : undefined}
        className="input"
        defaultValue={failure ? failure.values[name] : mode}
      >
        {MAIL_MODES.map((candidate) => (
          <option key={candidate} value={candidate}>
            {MODE_LABELS[candidate]}
          </option>
        ))}
      </select>
      {messages ? (
        <p id={`${id}-error`} className="mt-1 font-semibold text-signal">
          {messages.join(" ")}
        </p>
      ) : null}
    </div>
  );
}
