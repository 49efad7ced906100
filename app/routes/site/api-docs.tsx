import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { type ApiDocsView, type DocsEndpoint, type DocsField, getApiDocs } from "~/http/api/docs.server";
import type { RouteHandle } from "~/http/context";
import { pageLoader } from "~/http/page/page.server";
import { siteNameOf } from "~/ui/document/page-title";
import { shareMeta } from "~/ui/document/share-meta";
import { Page, PageHeader, Plate, Section } from "~/ui/layout/page";

export const handle: RouteHandle = { cache: { query: [] } };

export const meta: MetaFunction = (page) =>
  shareMeta(page, {
    title: "API",
    description: `Every call of ${siteNameOf(page.matches)}'s JSON API: who may make it, what it takes and what it returns.`,
  });

export const loader = pageLoader(({ context }) => getApiDocs(context.routes));

export default function ApiDocs() {
  const { groups, shapes, origin } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader
        title="API"
        lead="What this site can do for a program: every call, who may make it, what it takes and what it returns."
      />
      <Index groups={groups} />
      <Basics origin={origin} />
      {groups.map(({ id, title, calls }) => (
        <Section key={id} id={id} title={title}>
          <div className="divide-y divide-line">
            {calls.map((call) => (
              <Call key={call.id} call={call} />
            ))}
          </div>
        </Section>
      ))}
      <Section id="shapes" title="Shapes">
        <div className="divide-y divide-line">
          {shapes.map(({ name, fields }) => (
            <section key={name} aria-labelledby={`shape-${name}`} className="py-6">
              <h3 id={`shape-${name}`}>{name}</h3>
              <Fields fields={fields} required={false} />
            </section>
          ))}
        </div>
      </Section>
    </Page>
  );
}

/** Every call by its heading. */
function Index({ groups }: Pick<ApiDocsView, "groups">) {
  return (
    <nav aria-label="On this page" className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
      <IndexPart to="basics" title="How to make calls" links={[["basics", "Login, answers, errors"]]} />
      {groups.map(({ id, title, calls }) => (
        <IndexPart
          key={id}
          to={id}
          title={title}
          links={calls.map((call) => [call.id, `${call.method} ${call.path.slice("/api/v1".length)}`])}
        />
      ))}
      <IndexPart to="shapes" title="Shapes" links={[["shapes", "What answers are made of"]]} />
    </nav>
  );
}

function IndexPart({ to, title, links }: { to: string; title: string; links: [id: string, label: string][] }) {
  return (
    <div className="min-w-0">
      <p className="border-t-2 border-ink font-bold">
        <a href={`#${to}`} className="inline-flex min-h-11 items-center hover:underline">
          {title}
        </a>
      </p>
      <ul>
        {links.map(([id, label]) => (
          <li key={id}>
            <a href={`#${id}`} className="link inline-flex min-h-11 items-center text-sm break-all">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What holds for every call. */
function Basics({ origin }: { origin: string }) {
  return (
    <Section id="basics" title="How to make calls">
      <div className="prose">
        <p>
          Log in, and send the token you are given with each call, as <Code>Authorization: Bearer</Code>. A browser on
          this site has it in a cookie.
        </p>
      </div>
      <Example
        text={`curl '${origin}/api/v1/users/login' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"email":"you@example.com","password":"…"}'`}
      />
      <div className="prose mt-4">
        <p>
          A success is <Code>{'{"status":"success", …}'}</Code> with the members listed for the call. In lists,{" "}
          <Code>results</Code>, <Code>total</Code>, <Code>page</Code> and <Code>limit</Code> say which part this is. Ids
          are opaque strings; times are ISO 8601.
        </p>
        <p>
          An error has the shape{" "}
          <a className="link" href="#shape-Failure">
            Failure
          </a>
          : 400 for invalid input, with the messages by field in <Code>errors</Code>; 401 without a session; 403 if you
          are not allowed; 404 if it is not there; 405 for the wrong method; 409 for a conflict; 413 for too much data;
          415 for the wrong kind of body; 429 with <Code>Retry-After</Code> for too many requests; 503, also with{" "}
          <Code>Retry-After</Code>, while the photo store is away; and 507 while there is no room for photos.
        </p>
        <p>
          Bodies are JSON of at most 100 KB, or form-encoded; multipart where there are files; text is UTF-8. Unknown
          members are ignored, and null counts as left out except in members that may be null. For programs, the same
          description is at{" "}
          <a className="link" href="/api/v1/openapi.json">
            openapi.json
          </a>
          .
        </p>
      </div>
    </Section>
  );
}

function Call({ call }: { call: DocsEndpoint }) {
  const { id, method, path, summary, note, who, limit, inPath, query, body, responses, example } = call;
  return (
    <section aria-labelledby={id} className="py-8 first:pt-0">
      <h3 id={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Plate>{method}</Plate> <span className="min-w-0 font-mono break-all">{path}</span>
      </h3>
      <p className="mt-2 max-w-measure">
        {summary}.{note === null ? "" : ` ${note}`}
      </p>
      <p className="mt-1 text-sm text-grey">
        Who: {who}. Limit: {limit}.{inPath.length > 0 ? ` In the address: ${inPath.join(", ")}.` : ""}
      </p>
      {query.length > 0 ? <Part title="Query" fields={query} /> : null}
      {body ? <Part title={`Body (${body.kinds})`} fields={body.fields} required /> : null}
      <Part title={responseTitle(responses)} fields={responses.fields} />
      <Example text={example} />
    </section>
  );
}

function responseTitle({ statuses, kind, isList }: DocsEndpoint["responses"]): string {
  if (kind === "none") return `Answer ${statuses}: no body`;
  if (isList) return `Answer ${statuses}, a list`;
  return `Answer ${statuses}${kind === "application/json" ? "" : `: ${kind}`}`;
}

function Part({ title, fields, required = false }: { title: string; fields: DocsField[]; required?: boolean }) {
  return (
    <>
      <h4 className="mt-4 text-sm font-bold">{title}</h4>
      <Fields fields={fields} required={required} />
    </>
  );
}

/** @param required whether it is said which have to be sent */
function Fields({ fields, required }: { fields: DocsField[]; required: boolean }) {
  if (fields.length === 0) return null;
  return (
    <dl className="mt-1 text-sm">
      {fields.map((field) => (
        <div key={field.name} className="grid gap-x-6 border-t border-line py-1.5 sm:grid-cols-[16rem_1fr]">
          <dt className="min-w-0 font-mono font-semibold break-all">{field.name}</dt>
          <dd className="min-w-0">
            {field.shape ? (
              <a
                href={`#shape-${field.shape}`}
                className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
              >
                {field.type}
              </a>
            ) : (
              field.type
            )}
            {required && field.required ? <strong>, required</strong> : null}
            {field.note ? <span className="block text-grey">{field.note}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const Code = ({ children }: { children: ReactNode }) => <code className="font-mono text-sm">{children}</code>;

function Example({ text }: { text: string }) {
  return (
    <pre className="mt-4 rounded-md bg-sunk px-4 py-3 font-mono text-sm whitespace-pre-wrap">
      <code>{text}</code>
    </pre>
  );
}
