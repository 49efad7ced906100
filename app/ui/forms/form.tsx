import {
  type FetcherWithComponents,
  Form,
  type FormProps,
  useActionData,
  useLocation,
  useNavigation,
  useRouteLoaderData,
} from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { FieldErrors } from "~/lib/errors";
import type { FormFailure } from "~/lib/forms";
import { isHydrating } from "../document/hydration";
import { FILL_EVENT } from "../drafts/fields";
import { LazyDraft } from "../drafts/lazy-draft";
import { validateFiles } from "../uploads/file-check";
import { ErrorSummaryBox, toSummaryErrors } from "./error-summary";
import { FormContext, type FormState, useFieldId, useFormState } from "./form-state";
import { formValues } from "./form-values";

interface PageFormProps extends FormProps {
  /** With a `revision`, the server refuses the form if the stored one is newer (`lib/revision.server.ts`). */
  initial?: FormState["initial"];
  /** If a page has several forms: a failure appears in the submitted one. */
  intent?: string;
  /** Hidden fields to distinguish several instances of one form on a page. */
  subject?: Record<string, string | number>;
  /** Submits without leaving the page; its data replaces the page's action data. */
  fetcher?: FetcherWithComponents<FormFailure | undefined>;
  check?: FieldCheck;
  /** A second submission has no effect (`http/page/once.server.ts`). */
  once?: boolean;
  draft?: boolean;
}

function isFailure(value: unknown): value is FormFailure {
  return typeof value === "object" && value !== null && "errors" in value && "values" in value;
}

/** Whether the values came from the form with this intent and subject. */
function isSame(
  fields: Record<string, unknown>,
  intent: string | undefined,
  subject: Record<string, string | number>,
): boolean {
  const isAbout = Object.entries(subject).every(([name, value]) => fields[name] === `${value}`);
  return isAbout && (fields.intent ?? undefined) === intent;
}

/** The action returns a `FormFailure` to show the form again. Fields find message and value by name. */
export function PageForm(props: PageFormProps) {
  const { initial = {}, intent, subject = {}, fetcher, check, once, draft, onSubmit, children, ...rest } = props;
  const form = useRef<HTMLFormElement>(null);
  const actionData = useActionData();
  const data = fetcher ? fetcher.data : actionData;
  const candidate = isFailure(data) ? data : undefined;
  const FormElement = fetcher?.Form ?? Form;
  const navigation = useNavigation();
  const leaving = navigation.state !== "idle" && navigation.formData !== undefined;
  const submission = fetcher
    ? fetcher.state !== "idle"
    : leaving && isSame(Object.fromEntries(navigation.formData ?? []), intent, subject);
  const [isHeld, hold] = useState(false);
  const gate: NonNullable<FormState["gate"]> = useRef(undefined);
  const isBusy = isHeld || submission;
  const prefix = [rest.id, intent, ...Object.values(subject), fetcher && "dialog"].filter(Boolean).join("-");
  const result = candidate && isSame(candidate.values, intent, subject) ? candidate : undefined;
  const [refusal, setRefusal] = useState<FormFailure>();
  const [unsent, setUnsent] = useState<FormFailure>();
  const failure = unsent ?? refusal ?? result;
  const { answered, noteInput } = useAnsweredErrors(failure);
  const { savedId, noteEdit } = useSaved(intent ?? "form");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const blank = check && validateForm(form, check);
    const problem = blank ? undefined : validateFiles(form);
    // So that screen readers announce the message with the focused field.
    flushSync(() => {
      setUnsent(blank);
      setRefusal(problem);
    });
    if (blank) focusFirstError(form, blank);
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (blank || problem || isHeld || gate.current?.(form, submitter)) event.preventDefault();
    else onSubmit?.(event);
  };
  return (
    <FormContext.Provider
      value={{ failure, answered, savedId, initial, prefix: prefix && `${prefix}-`, isBusy, gate, hold, isHeld }}
    >
      {draft ? (
        <LazyDraft
          form={form}
          name={[intent, ...Object.values(subject)].filter(Boolean).join("-")}
          initial={initial}
          failure={failure}
          isBusy={isBusy}
        />
      ) : null}
      {/* The server validates, with our messages; the browser's own bubbles would replace them. */}
      <FormElement
        ref={form}
        method="post"
        noValidate
        {...rest}
        onInput={(event) => {
          noteInput(event);
          noteEdit();
        }}
        onSubmit={submit}
      >
        {intent === undefined ? null : <input type="hidden" name="intent" value={intent} />}
        {Object.entries(subject).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {once ? <OnceField /> : null}
        {typeof initial.revision === "string" ? (
          <RevisionField loaded={initial.revision} refused={result?.values.revision} isBusy={isBusy} />
        ) : null}
        {/* A check before submitting has focused the field, so no summary is needed. */}
        {unsent ? null : <ErrorSummary />}
        {children}
      </FormElement>
    </FormContext.Provider>
  );
}

function useAnsweredErrors(failure: FormFailure | undefined) {
  const [answers, setAnswers] = useState<{ failure: FormFailure; names: string[] }>();
  const answered = failure !== undefined && answers?.failure === failure ? answers.names : [];
  const noteInput = ({ target }: FormEvent) => {
    const { name, value } = target as HTMLInputElement;
    if (failure?.errors[name] === undefined || failure.values[name] || value === "" || answered.includes(name)) return;
    setAnswers({ failure, names: [...answered, name] });
  };
  return { answered, noteInput };
}

/** The last redirect's message names the saved form (`redirectSaved`). */
function useSaved(form: string) {
  const toast = useRouteLoaderData<{ toast: { savedForm: string | null } | null }>("root")?.toast;
  const [edited, setEdited] = useState<typeof toast>();
  const isSaved = toast?.savedForm === form && edited !== toast;
  return { savedId: isSaved ? `saved-${form}` : null, noteEdit: () => isSaved && setEdited(toast) };
}

/** Unique for each opened page and action. Visitors' pages are cached, so they have none. */
function OnceField() {
  const formKey = useRouteLoaderData<{ viewer: { formKey: string } | null }>("root")?.viewer?.formKey;
  const { key } = useLocation();
  return formKey === undefined ? null : <input type="hidden" name="once" value={`${formKey}.${key}`} />;
}

/**
 * Newer loader data is not in fields with typed text, so its revision counts only after this form is saved.
 * @param refused the revision in a refusal
 */
function RevisionField({ loaded, refused, isBusy }: { loaded: string; refused: string | undefined; isBusy: boolean }) {
  const [filled, setFilled] = useState(refused ?? loaded);
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a submission ends
  useEffect(() => {
    if (!isBusy) setFilled(refused ?? loaded);
  }, [isBusy]);
  useEffect(() => {
    const form = field.current?.form;
    const restore = (event: Event) => setFilled((current) => (event as CustomEvent).detail.revision ?? current);
    form?.addEventListener(FILL_EVENT, restore);
    return () => form?.removeEventListener(FILL_EVENT, restore);
  }, []);
  return <input ref={field} type="hidden" name="revision" value={filled} />;
}

/** Also shown elsewhere on the page. */
const WITHOUT_FIELD = ["verification", "repeatDates"];

function ErrorSummary() {
  const { failure, answered } = useFormState();
  const fieldId = useFieldId();
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new failure takes focus anew
  useEffect(() => {
    // The page loads with focus on it; meanwhile the user may have focused a field.
    if (!isHydrating()) box.current?.focus();
    else if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, [failure]);
  if (!failure || (answered.length > 0 && answered.length === Object.keys(failure.errors).length)) return null;
  if (failure.message === "") return null;
  const atFields = Object.entries(failure.errors).filter(([field]) => !WITHOUT_FIELD.includes(field));
  const open = atFields.filter(([field]) => !answered.includes(field));
  const problems = toSummaryErrors(Object.fromEntries(open), fieldId);
  const isAtField = atFields.some(([, messages]) => messages.join(" ") === failure.message);
  return (
    <ErrorSummaryBox box={box} lead={isAtField ? undefined : failure.message} problems={problems} autoFocus>
      {failure.errorId ? <p className="mt-1 text-sm">The error was logged as {failure.errorId}.</p> : null}
    </ErrorSummaryBox>
  );
}

/** With the server's messages; undefined if valid. */
type FieldCheck = (values: Record<string, string>) => FieldErrors | undefined;

function validateForm(form: HTMLFormElement, check: FieldCheck): FormFailure | undefined {
  const values = formValues(new FormData(form));
  const errors = check(values);
  return errors && { message: Object.values(errors).flat().join(" "), errors, values };
}

function focusFirstError(form: HTMLFormElement, { errors }: FormFailure): void {
  const field = [...form.elements].find((element) => (element.getAttribute("name") ?? "") in errors);
  if (field instanceof HTMLElement) field.focus();
}
