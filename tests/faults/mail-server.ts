import type { AddressInfo, Server } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** Behaviours of the test mail server. */
export type Mood = "fine" | "slow" | "refuses for now" | "refuses for good" | "drops after the mail";

export interface Delivered {
  /** Addresses that the sender named on the envelope. */
  to: string[];
  /** The bytes. */
  source: string;
  mail: Email;
}

/** A local mail server with selectable failures. */
export interface MailServer {
  port: number;
  mood: Mood;
  delivered: Delivered[];
  /** How often it was asked to take a mail. */
  asked: number;
  stop(): Promise<void>;
}

/** Delay of the slow mode before each greeting, ms. */
const SLOW = 4_000;

/** @param port 0 for any */
export async function startMailServer(mood: Mood, port = 0): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onConnect(_session, done) {
      if (mine.mood === "slow") setTimeout(done, SLOW);
      else done();
    },
    onRcptTo(_address, _session, done) {
      mine.asked += 1;
      if (mine.mood === "refuses for now") done(refusal(450, "Mailbox busy"));
      else if (mine.mood === "refuses for good") done(refusal(550, "No such mailbox"));
      else done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const bytes = Buffer.concat(chunks);
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mine.delivered.push({ to, source: bytes.toString(), mail: await PostalMime.parse(bytes) });
        // The mail is accepted, but the confirmation is never sent.
        if (mine.mood === "drops after the mail") dropAll();
        else done();
      });
    },
  });
  server.on("error", () => {});
  const inner = server.server as Server;
  const sockets = new Set<import("node:net").Socket>();
  inner.on("connection", (socket) => void sockets.add(socket.once("close", () => sockets.delete(socket))));
  const dropAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const listening = await new Promise<number>((resolve, reject) => {
    inner.once("error", reject);
    inner.listen(port, "127.0.0.1", () => resolve((inner.address() as AddressInfo).port));
  });
  const mine: MailServer = {
    port: listening,
    mood,
    delivered: [],
    asked: 0,
    stop: () => {
      dropAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return mine;
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
