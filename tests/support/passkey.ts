import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

interface Ceremony {
  challenge: string;
  /** Of the page. */
  origin: string;
  rpId?: string;
  count?: number;
  /** Default true. */
  isVerified?: boolean;
  format?: string;
  transports?: string[];
}

/** An authenticator with one key, as a browser answers for it. */
export function newAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const rawId = randomBytes(16);
  const id = rawId.toString("base64url");
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const cose = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, "base64url"))],
    [-3, new Uint8Array(Buffer.from(y, "base64url"))],
  ]);

  function dataOf({ origin, rpId = new URL(origin).hostname, count = 0, isVerified = true }: Ceremony, isNew: boolean) {
    const head = Buffer.alloc(5);
    head[0] = 1 + (isVerified ? 4 : 0) + (isNew ? 64 : 0);
    head.writeUInt32BE(count, 1);
    const key = [Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId, Buffer.from(isoCBOR.encode(cose))];
    return Buffer.concat([sha256(rpId), head, ...(isNew ? key : [])]);
  }

  const clientData = (type: string, { challenge, origin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const answer = (response: Record<string, unknown>) =>
    JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });

  return {
    id,
    create(ceremony: Ceremony): string {
      const attestation = new Map<string, unknown>([
        ["fmt", ceremony.format ?? "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(dataOf(ceremony, true))],
      ]);
      return answer({
        clientDataJSON: clientData("webauthn.create", ceremony).toString("base64url"),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString("base64url"),
        transports: ceremony.transports ?? ["internal", "hybrid"],
      });
    },
    get(ceremony: Ceremony & { userId: number | string }): string {
      const json = clientData("webauthn.get", ceremony);
      const authenticatorData = dataOf(ceremony, false);
      return answer({
        clientDataJSON: json.toString("base64url"),
        authenticatorData: authenticatorData.toString("base64url"),
        signature: sign("sha256", Buffer.concat([authenticatorData, sha256(json)]), privateKey).toString("base64url"),
        userHandle: Buffer.from(String(ceremony.userId)).toString("base64url"),
      });
    },
  };
}

export type Authenticator = ReturnType<typeof newAuthenticator>;
