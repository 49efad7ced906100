import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { listEndpoints } from "~/http/api/declaration";
import { openApiDocument } from "~/http/api/openapi.server";
import type { RouteHandle } from "~/http/context";
import { pageLoader } from "~/http/page/page.server";
import { siteNameOf, useOrigin } from "~/ui/document/page-title";
import { shareMeta } from "~/ui/document/share-meta";
import { Page, PageHeader, Section } from "~/ui/layout/page";

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: (string | number)[];
  const?: string | number;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  default?: string | number | boolean;
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>;
}

interface Contract {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  schemas: Record<string, Schema>;
}

export const handle: RouteHandle = { cache: { query: [] } };

export const meta: MetaFunction = (page) =>
  shareMeta(page, {
    title: "API",
    description: `Every call of ${siteNameOf(page.matches)}’s JSON API: who may make it, what it takes and what it returns.`,
  });

// The same for every viewer, and slow to make.
let contract: Contract | undefined;

export const loader = pageLoader(async ({ context }) => {
  if (!contract) {
    const { tags, paths, components } = openApiDocument(listEndpoints(await context.routes()), "session");
    contract = { tags, paths, schemas: components.schemas } as Contract;
  }
  return contract;
});

export default function ApiDocs() {
  const { tags, paths, schemas } = useLoaderData<typeof loader>();
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return (
    <Page>
      <PageHeader title="API" lead="Every call of the JSON API: who may make it, what it takes and what it returns." />
      <Basics />
      {tags.map(({ name, description }) => (
        <Section key={name} id={`tag-${name}`} title={description}>
          {calls
            .filter(({ operation }) => operation.tags.includes(name))
            .map((call) => (
              <Call key={call.operation.operationId} {...call} />
            ))}
        </Section>
      ))}
      <Section id="shapes" title="Shapes">
        {Object.entries(schemas).map(([name, schema]) => (
          <Disclosure key={name} id={`shape-${name}`} summary={name}>
            <Fields schema={schema} />
          </Disclosure>
        ))}
      </Section>
    </Page>
  );
}

/** Links to the content's id open it. */
function Disclosure({ id, summary, children }: { id: string; summary: ReactNode; children: ReactNode }) {
  return (
    <details className="border-t border-line">
      <summary className="min-h-11 cursor-pointer py-2.5 font-mono text-sm break-all">{summary}</summary>
      <div id={id} className="pb-6 text-sm">
        {children}
      </div>
    </details>
  );
}

function Call({ path, method, operation }: { path: string; method: string; operation: Operation }) {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const { "multipart/form-data": multipart, "application/json": json } = requestBody?.content ?? {};
  const body = multipart ?? json;
  return (
    <Disclosure
      id={operationId}
      summary={
        <>
          {method} /api/v1{path}
        </>
      }
    >
      <p className="max-w-measure">
        {summary}. {description}
      </p>
      {parameters.length > 0 ? <Part title="Parameters" /> : null}
      <Fields
        schema={{ properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.schema])) }}
      />
      {body ? <Part title={`Body (${Object.keys(requestBody!.content).join(", ")})`} /> : null}
      {body ? <Fields schema={body.schema} isInput /> : null}
      {Object.entries(responses).map(([status, { content = {} }]) =>
        /^2/.test(status) ? (
          <Fragment key={status}>
            <Part title={`Response ${status} (${Object.keys(content)[0] ?? "no body"})`} />
            <Fields schema={content["application/json"]?.schema ?? {}} />
          </Fragment>
        ) : null,
      )}
    </Disclosure>
  );
}

const Part = ({ title }: { title: string }) => <h3 className="mt-4 text-sm font-bold">{title}</h3>;

/** @param isInput marks required members */
function Fields({ schema, isInput = false }: { schema: Schema; isInput?: boolean }) {
  const { properties = {}, required = [] } = schema;
  if (Object.keys(properties).length === 0) return null;
  return (
    <dl className="mt-1">
      {Object.entries(properties).map(([name, member]) => (
        <div key={name} className="grid gap-x-6 border-t border-line py-1.5 sm:grid-cols-[16rem_1fr]">
          <dt className="min-w-0 font-mono break-all">{name}</dt>
          <dd className="min-w-0">
            <Type schema={member} />
            {isInput && required.includes(name) ? <strong>, required</strong> : null}
            {member.description ? <span className="block text-grey">{member.description}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const CONSTRAINTS = ["format", "minLength", "maxLength", "minimum", "maximum", "maxItems", "default"] as const;

/** With constraints; members of a nested object follow. */
function Type({ schema }: { schema: Schema }): ReactNode {
  const { $ref, type, anyOf, items, properties } = schema;
  if ($ref) {
    const name = $ref.split("/").at(-1);
    return (
      <a href={`#shape-${name}`} className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11">
        {name}
      </a>
    );
  }
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  const constraints = CONSTRAINTS.flatMap((name) => (schema[name] === undefined ? [] : `, ${name} ${schema[name]}`));
  return (
    <>
      {anyOf?.map((alternative, index) => (
        <Fragment key={JSON.stringify(alternative)}>
          {index > 0 ? " or " : ""}
          <Type schema={alternative} />
        </Fragment>
      ))}
      {values?.map((value) => JSON.stringify(value)).join(" or ") ?? [type ?? []].flat().join(" or ")}
      {items && type === "array" ? (
        <>
          {" "}
          of <Type schema={items} />
        </>
      ) : null}
      {constraints}
      {properties ? <Fields schema={schema} /> : null}
    </>
  );
}

/** For every endpoint. */
function Basics() {
  const origin = useOrigin() ?? "";
  return (
    <Section id="basics" title="How to make calls">
      <div className="prose">
        <p>
          Log in, and send the token from the response with each call, as <Code>Authorization: Bearer</Code>. A browser
          on this site has it in a cookie.
        </p>
      </div>
      <pre className="mt-4 rounded-md bg-sunk px-4 py-3 font-mono text-sm whitespace-pre-wrap">
        <code>
          {`curl '${origin}/api/v1/users/login' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"email":"you@example.com","password":"…"}'`}
        </code>
      </pre>
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
          are not allowed; 404 if it does not exist; 405 for the wrong method; 409 for a conflict; 413 for too much
          data; 415 for the wrong kind of body; 429 with <Code>Retry-After</Code> for too many requests; 503, also with{" "}
          <Code>Retry-After</Code>, while the photo store is unavailable; and 507 while there is no room for photos.
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

const Code = ({ children }: { children: ReactNode }) => <code className="font-mono text-sm">{children}</code>;
