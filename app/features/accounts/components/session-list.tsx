import { formatTime } from "~/lib/time";
import { Chip } from "~/ui/chip";
import { Button } from "~/ui/forms/button";
import { PageForm } from "~/ui/forms/form";
import type { SessionView } from "../sessions.server";

export const END_SESSION = "end-session";
export const END_OTHERS = "end-others";

/** Before "Show all". */
const SHOWN = 3;

export function SessionList({ sessions }: { sessions: SessionView[] }) {
  return (
    <>
      {sessions.length > 2 ? (
        <PageForm intent={END_OTHERS} className="mb-5">
          <Button>Log out everywhere else</Button>
        </PageForm>
      ) : null}
      <Sessions sessions={sessions.slice(0, SHOWN)} />
      {sessions.length > SHOWN ? (
        <details>
          <summary className="inline-flex min-h-11 items-center">Show all ({sessions.length})</summary>
          <Sessions sessions={sessions.slice(SHOWN)} />
        </details>
      ) : null}
    </>
  );
}

function Sessions({ sessions }: { sessions: SessionView[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {sessions.map((session) => (
        <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
          <div>
            <p className="font-bold">{session.device}</p>
            <p className="text-sm text-grey">
              {session.current ? "In use now. " : `Last seen ${formatTime(session.lastSeenAt)}. `}
              Logged in {formatTime(session.createdAt)}.
            </p>
          </div>
          {session.current ? <Chip tone="done">This device</Chip> : <EndSession session={session} />}
        </li>
      ))}
    </ul>
  );
}

function EndSession({ session }: { session: SessionView }) {
  return (
    <PageForm intent={END_SESSION} id={`session-${session.id}`}>
      <input type="hidden" name="sessionId" value={session.id} />
      <Button small aria-label={`Log out this device: ${session.device}, last seen ${formatTime(session.lastSeenAt)}`}>
        Log out this device
      </Button>
    </PageForm>
  );
}
