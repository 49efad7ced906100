import { plural } from "~/lib/text";
import { type Column, Table } from "~/ui/tables/table";

interface Part {
  at?: number;
  name: string;
  maker: string;
  number: string;
  url: string;
}

const siteOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : url);

const NAME: Column<Part> = { label: "Part", cell: ({ name }) => name, names: true };
/** Left out where no part has it. */
const OTHERS: [keyof Part, Column<Part>][] = [
  ["maker", { label: "Maker", cell: ({ maker }) => maker || null }],
  ["number", { label: "Part number", cell: ({ number }) => number || null }],
  ["url", { label: "Where from", cell: ({ url }) => (url === "" ? null : <PartLink url={url} />) }],
];

/** The parts that were used. */
export function PartsTable({ parts }: { parts: Part[] }) {
  const columns = [
    NAME,
    ...OTHERS.flatMap(([name, column]) => (parts.some((part) => part[name] !== "") ? column : [])),
  ];
  const rows = parts.map((part, at) => ({ ...part, at }));
  return (
    <div className="[&_caption]:sr-only">
      <Table caption={plural(parts.length, "part")} columns={columns} rows={rows} rowKey={({ at }) => String(at)} />
    </div>
  );
}

function PartLink({ url }: { url: string }) {
  return (
    <a href={url} rel="nofollow ugc noopener noreferrer" target="_blank" className="link">
      {siteOf(url)}
    </a>
  );
}
