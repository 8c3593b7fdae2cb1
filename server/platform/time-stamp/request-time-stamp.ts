import { createHash, randomBytes } from 'node:crypto';
import { fromBER, Integer, Null, OctetString, Sequence } from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, PKIStatus, TimeStampReq, TimeStampResp } from 'pkijs';
import { truncateText } from '#domain/kernel/truncate-text';
import { AnswerTooLong, HostRefused, limitedFetch, type Networks } from '../network';
import { readTimeStamp } from './read-time-stamp';

export type StampLimits = { readonly durationMs: number; readonly bytes: number };
const defaultLimits: StampLimits = { durationMs: 10_000, bytes: 64 * 1024 };

/** No time stamp was received. The message is for users. */
export class StampRefused extends Error {
  override readonly name = 'StampRefused';
}

type Terms = {
  readonly networks: Networks;
  readonly limits?: StampLimits | undefined;
  /** Ends the exchange early. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * Asks a time-stamping authority (RFC 3161) for a time stamp of a text, of which it learns the hash only. What it sends
 * is checked before it is returned. The address is checked first, and redirects are not followed. @throws StampRefused.
 */
export async function requestTimeStamp(
  address: string,
  text: string,
  { networks, limits = defaultLimits, signal }: Terms,
): Promise<{ readonly token: Buffer; readonly at: Date }> {
  // Positive, and without a leading zero byte that an authority would drop.
  const nonce = randomBytes(16);
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
  const answer = await post(address, requestFor(text, nonce), networks, limits, signal);
  const token = tokenIn(answer);
  try {
    const stamp = await readTimeStamp(token, text);
    if (stamp.nonce !== nonce.toString('hex')) throw new Error('it answers another request');
    return { token, at: stamp.at };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StampRefused(`The authority’s time stamp cannot be used: ${reason}.`);
  }
}

function requestFor(text: string, nonce: Buffer): Buffer {
  const hash = createHash('sha256').update(text).digest();
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({
        algorithmId: '2.16.840.1.101.3.4.2.1',
        algorithmParams: new Null(),
      }),
      hashedMessage: new OctetString({ valueHex: new Uint8Array(hash).buffer }),
    }),
    nonce: new Integer({ valueHex: new Uint8Array(nonce).buffer }),
    certReq: true,
  });
  return Buffer.from(request.toSchema().toBER());
}

/** The token of a reply, byte for byte. */
function tokenIn(answer: Buffer): Buffer {
  const nonsense = () => new StampRefused('The authority’s answer is not a time stamp.');
  const parsed = fromBER(new Uint8Array(answer));
  if (parsed.offset === -1 || !(parsed.result instanceof Sequence)) throw nonsense();
  let reply: TimeStampResp;
  try {
    reply = new TimeStampResp({ schema: parsed.result });
  } catch {
    throw nonsense();
  }
  // Granted, or granted with changes that are checked like the rest.
  if (![PKIStatus.granted, PKIStatus.grantedWithMods].includes(reply.status.status))
    throw new StampRefused(`The authority refused${wordsOf(reply)}.`);
  const [, token] = parsed.result.valueBlock.value;
  if (!token) throw nonsense();
  return Buffer.from(token.valueBeforeDecodeView);
}

const longestWords = 200;

function wordsOf({ status }: TimeStampResp): string {
  const words = (status.statusStrings ?? [])
    .map(({ valueBlock }) => valueBlock.value)
    .join(' ')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return words === '' ? '' : `: “${truncateText(words, longestWords)}”`;
}

async function post(
  address: string,
  body: Buffer,
  networks: Networks,
  { durationMs, bytes }: StampLimits,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  // Such as a port above 65535.
  if (!URL.canParse(address))
    throw new StampRefused('The authority’s address cannot be used. Check it for mistakes.');
  const ask = limitedFetch({
    networks,
    variable: 'MAIL_NETWORKS',
    maxBytes: bytes,
    timeoutMs: durationMs,
    // A stamp bears the authority’s signature, so most authorities offer nothing else.
    takesPlainHttp: true,
  });
  const answer = await ask(address, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body,
    signal,
  }).catch((error: Error) => {
    throw new StampRefused(connectionWords(error));
  });
  if (answer.status !== 200)
    throw new StampRefused(`The authority answered with status ${answer.status} instead of a time stamp.`);
  return Buffer.from(await answer.arrayBuffer());
}

function connectionWords(error: NodeJS.ErrnoException): string {
  if (error instanceof HostRefused) return error.message;
  if (error instanceof AnswerTooLong) return 'The authority’s answer is too long for a time stamp.';
  const cause = `${error.name} ${error.code ?? ''} ${error.message}`;
  if (/Timeout|Abort|ETIMEDOUT/i.test(cause)) return 'The authority did not answer in time.';
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/i.test(cause))
    return 'The TLS certificate of the authority’s address could not be verified.';
  if (/ECONNREFUSED/.test(cause))
    return 'The authority cannot be reached: no server responds at its address.';
  return 'The connection to the authority was lost.';
}
