import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface SmtpMail {
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** By name in lower case. */
  headers: Record<string, string>;
}

/** A local SMTP server that stores the mails it receives. */
export interface SmtpInbox {
  port: number;
  mails: SmtpMail[];
  /** Resolves once that many mails have come. */
  count(mails: number): Promise<void>;
  stop(): Promise<void>;
}

/** A port that nobody listens on. */
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

/** @param options.silent takes connections and never says a word */
export async function startSmtp(port = 0, { silent = false } = {}): Promise<SmtpInbox> {
  return silent ? startSilent(port) : startReal(port);
}

async function startReal(port: number): Promise<SmtpInbox> {
  const mails: SmtpMail[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const { subject = "", text = "", html = "", headers } = await PostalMime.parse(Buffer.concat(chunks));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, subject, text, html, headers: Object.fromEntries(headers.map((h) => [h.key, h.value])) });
        done();
        for (const { count, resolve } of waiting) if (mails.length >= count) resolve();
      });
    },
  });
  const listening = await listenOn(server.server as Server, port);
  return {
    port: listening,
    mails,
    count: (count) =>
      new Promise((resolve) => {
        waiting.push({ count, resolve });
        if (mails.length >= count) resolve();
      }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function startSilent(port: number): Promise<SmtpInbox> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on("error", () => {})));
  return {
    port: await listenOn(server, port),
    mails: [],
    count: () => Promise.resolve(),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
