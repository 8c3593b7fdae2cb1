import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Assertion, NewCredential } from '#domain/session/passkey.contract';

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest();
const base64url = (content: Buffer | string) => Buffer.from(content).toString('base64url');

/** Bytes of CBOR, as WebAuthn needs them: texts, byte strings, small integers and maps. */
const cbor = {
  head(major: number, length: number): Buffer {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    if (length < 256) return Buffer.from([(major << 5) | 24, length]);
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  },
  text: (text: string) => Buffer.concat([cbor.head(3, text.length), Buffer.from(text)]),
  bytes: (content: Buffer) => Buffer.concat([cbor.head(2, content.length), content]),
  integer: (value: number) => (value < 0 ? cbor.head(1, -1 - value) : cbor.head(0, value)),
  map: (...entries: [Buffer, Buffer][]) => Buffer.concat([cbor.head(5, entries.length), ...entries.flat()]),
};

const userPresent = 0x01;
const userVerified = 0x04;
const withCredential = 0x40;

/** How an answer differs from that of an honest browser. */
type Differences = {
  origin?: string;
  host?: string;
  challenge?: string;
  isVerified?: boolean;
  userHandle?: string | null;
  count?: number;
};

/** An authenticator with one key, made of the options that the server sends. */
export function authenticator({ origin = 'http://localhost:3000', host = 'localhost' } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let uses = 0;
  let handle: string | null = null;

  const clientData = (type: string, options: Record<string, unknown>, changes: Differences) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: changes.challenge ?? options.challenge,
        origin: changes.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authData = (changes: Differences, more = 0) => {
    const flags = userPresent | (changes.isVerified === false ? 0 : userVerified) | more;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(changes.count ?? uses++);
    return Buffer.concat([sha256(changes.host ?? host), Buffer.from([flags]), count]);
  };
  const coseKey = () => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    return cbor.map(
      [cbor.integer(1), cbor.integer(2)],
      [cbor.integer(3), cbor.integer(-7)],
      [cbor.integer(-1), cbor.integer(1)],
      [cbor.integer(-2), cbor.bytes(Buffer.from(x, 'base64url'))],
      [cbor.integer(-3), cbor.bytes(Buffer.from(y, 'base64url'))],
    );
  };

  return {
    id: base64url(id),
    create(options: Record<string, unknown>, changes: Differences = {}): NewCredential {
      handle = (options.user as { id: string }).id;
      const length = Buffer.from([0, id.length]);
      const data = Buffer.concat([
        authData(changes, withCredential),
        Buffer.alloc(16),
        length,
        id,
        coseKey(),
      ]);
      const attestation = cbor.map(
        [cbor.text('fmt'), cbor.text('none')],
        [cbor.text('attStmt'), cbor.map()],
        [cbor.text('authData'), cbor.bytes(data)],
      );
      return {
        id: base64url(id),
        client_data: base64url(clientData('webauthn.create', options, changes)),
        attestation: base64url(attestation),
        transports: ['internal'],
      };
    },
    answer(options: Record<string, unknown>, changes: Differences = {}): Assertion {
      const client = clientData('webauthn.get', options, changes);
      const data = authData(changes);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return {
        id: base64url(id),
        client_data: base64url(client),
        authenticator_data: base64url(data),
        signature: base64url(signature),
        user_handle: changes.userHandle === undefined ? handle : changes.userHandle,
      };
    },
  };
}
