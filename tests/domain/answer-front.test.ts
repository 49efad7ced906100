import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type AnswerCache, answerCache } from "~/server/cache/answer-cache";
import { answerFirst, passedBy } from "~/server/cache/front";

type Call = [req: IncomingMessage, res: ServerResponse];

/** A visitor's GET. Its response has no connection yet, as behind an earlier one that is not read. */
function get(url: string): Call {
  const req = new IncomingMessage(new Socket());
  Object.assign(req, { method: "GET", url, headers: { host: "localhost" } });
  return [req, new ServerResponse(req)];
}

describe("in front of the app", () => {
  const app = vi.fn<(...call: Call) => void>();
  let fails = false;
  let cache: AnswerCache;
  let front: (...call: Call) => void;
  beforeEach(() => {
    app.mockReset();
    fails = false;
    cache = answerCache(() => {
      if (fails) throw new Error("disk I/O error");
      return 1;
    });
    front = answerFirst(cache, app);
  });

  test("nobody waits for an answer that is not kept and that its client does not read", async () => {
    const [req, res] = get("/settings");
    front(req, res);
    expect(passedBy(req)).toHaveProperty("refill");
    const next = get("/settings");
    front(...next);
    expect(app).toHaveBeenCalledTimes(1);
    res.writeHead(302, { Location: "/" }).end();
    await vi.waitFor(() => expect(app).toHaveBeenCalledTimes(2));
    expect(app.mock.lastCall).toEqual(next);
  });

  test("a client that goes sets the next one to work", async () => {
    const [req, res] = get("/garages");
    front(req, res);
    front(...get("/garages"));
    res.emit("close");
    await vi.waitFor(() => expect(app).toHaveBeenCalledTimes(2));
  });

  test.each(["/img/photos/a.webp", "/%69mg/photos/a.webp", "/./img/photos/a.webp", "/%49MG/a/b?w=1%"])(
    "a picture is kept under no spelling of its address: %s",
    (url) => {
      const [req, res] = get(url);
      front(req, res);
      expect(app).toHaveBeenCalledOnce();
      expect(passedBy(req)).toEqual({ isVisitor: false });
    },
  );

  test("where the database fails the app answers, and says so", () => {
    fails = true;
    const [req, res] = get("/garages");
    front(req, res);
    expect(app).toHaveBeenCalledOnce();
    expect(passedBy(req)).toEqual({ isVisitor: false });
  });

  test("where it fails while somebody waits, that request goes to the app too", async () => {
    front(...get("/garages"));
    front(...get("/garages"));
    fails = true;
    app.mock.calls[0]?.[1].emit("close");
    await vi.waitFor(() => expect(app).toHaveBeenCalledTimes(2));
  });
});
