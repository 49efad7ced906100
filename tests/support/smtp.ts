import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface SmtpMail {
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** Names in lower case. */
  headers: Record<string, string>;
}

/** "drops after the mail": accepts it, sends no response. */
export type SmtpBehaviour =
  | "fine"
  | "slow"
  | "refuses for now"
  | "refuses for good"
  | "refuses the sender"
  | "refuses the mail"
  | "drops after the mail";

export interface Delivered {
  to: string[];
  source: string;
  mail: Email;
}

export interface SmtpInbox {
  port: number;
  mails: SmtpMail[];
  delivered: Delivered[];
  /** After so many mails. */
  count(mails: number): Promise<void>;
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOn(server, 0);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function listenOn(server: Pick<Server, "listen">, port: number): Promise<number> {
  return new Promise((resolve) => {
    const listening = server.listen(port, "127.0.0.1", () => resolve((listening.address() as AddressInfo).port));
  });
}

interface SmtpOptions {
  behaviour?: SmtpBehaviour;
  /** Accepts connections, sends nothing. */
  isSilent?: boolean;
}

export const startSmtp = async (
  port = 0,
  { behaviour = "fine", isSilent = false }: SmtpOptions = {},
): Promise<SmtpInbox> => (isSilent ? startSilent(port) : startReal(port, behaviour));

/** Before each greeting, ms. */
const SLOW_GREETING_MS = 4_000;
const REFUSALS: Partial<Record<SmtpBehaviour, [code: number, message: string]>> = {
  "refuses for now": [450, "Mailbox busy"],
  "refuses for good": [550, "5.1.1 No such mailbox: a@example.com"],
};

async function startReal(port: number, behaviour: SmtpBehaviour): Promise<SmtpInbox> {
  const delivered: Delivered[] = [];
  const mails: SmtpMail[] = [];
  const waiters: { count: number; resolve: () => void }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onConnect: (_session, done) => void setTimeout(done, behaviour === "slow" ? SLOW_GREETING_MS : 0),
    onMailFrom(_address, _session, done) {
      const responseCode = 553;
      done(
        behaviour === "refuses the sender"
          ? Object.assign(new Error("5.1.8 Not your address"), { responseCode })
          : null,
      );
    },
    onRcptTo(_address, _session, done) {
      const [responseCode, message] = REFUSALS[behaviour] ?? [];
      done(message === undefined ? null : Object.assign(new Error(message), { responseCode }));
    },
    async onData(stream, session, done) {
      const bytes = await buffer(stream).catch(() => undefined);
      if (bytes === undefined) return;
      if (behaviour === "refuses the mail")
        return done(Object.assign(new Error("5.7.1 It looks like spam"), { responseCode: 554 }));
      const mail = await PostalMime.parse(bytes);
      const to = session.envelope.rcptTo.map(({ address }) => address);
      delivered.push({ to, source: bytes.toString(), mail });
      const { subject = "", text = "", html = "", headers } = mail;
      mails.push({ to, subject, text, html, headers: Object.fromEntries(headers.map((h) => [h.key, h.value])) });
      if (behaviour === "drops after the mail") dropAll();
      else done();
      for (const { count, resolve } of waiters) if (mails.length >= count) resolve();
    },
  });
  server.on("error", () => {});
  const inner = server.server as Server;
  const dropAll = dropper(inner);
  const listening = await listenOn(inner, port);
  return {
    port: listening,
    mails,
    delivered,
    count: (count) =>
      new Promise((resolve) => {
        waiters.push({ count, resolve });
        if (mails.length >= count) resolve();
      }),
    stop: () => {
      dropAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function dropper(server: Server): () => void {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => void sockets.add(socket.once("close", () => sockets.delete(socket))));
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

async function startSilent(port: number): Promise<SmtpInbox> {
  const server = createServer((socket) => void socket.on("error", () => {}));
  const dropAll = dropper(server);
  return {
    port: await listenOn(server, port),
    mails: [],
    delivered: [],
    count: () => Promise.resolve(),
    stop: async () => {
      dropAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
