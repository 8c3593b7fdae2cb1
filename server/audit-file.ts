import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import { type ProofCheck, verifyProof } from './kernel/audit/verify-proof';
import { readCertificates, type StampCheck } from './kernel/audit/verify-stamps';

const usage = `Usage: npm run audit -- FILE PUBLICKEY [CERTIFICATE]
FILE is a proof file from the Audit log page, PUBLICKEY the 64 digits that Verify shows there. CERTIFICATE is a PEM file
with the certificate of the time-stamping authority, or of the one that vouches for it.`;

/** At most this many faults are printed. */
const maxFaults = 20;

export type AuditResult = { readonly exitCode: 0 | 1 | 2; readonly said: readonly string[] };

/** Verifies a proof file, which may be gzipped, with the public key, and its time stamps with the authority's certificate. */
export async function auditFile([file, publicKey, certificate]: readonly string[]): Promise<AuditResult> {
  if (!file || !publicKey || !/^[0-9a-f]{64}$/.test(publicKey)) return { exitCode: 2, said: [usage] };
  const trusted = certificate === undefined ? null : await certificatesIn(certificate);
  if (typeof trusted === 'string') return { exitCode: 1, said: [trusted] };
  const stored = createReadStream(file);
  const content = file.endsWith('.gz') ? stored.pipe(createGunzip()) : stored;
  if (content !== stored) stored.once('error', error => content.destroy(error));
  try {
    const lines = createInterface({ input: content, crlfDelay: Number.POSITIVE_INFINITY });
    const failure = new Promise<never>((_, reject) => content.once('error', reject));
    const check = await Promise.race([verifyProof(lines, publicKey, trusted), failure]);
    return check.faults.length > 0 ? faulty(check.faults) : { exitCode: 0, said: proven(check) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { exitCode: 1, said: [`The file cannot be read: ${reason}`] };
  }
}

/** The certificates of a file, or why they cannot be read. */
async function certificatesIn(file: string): Promise<ReturnType<typeof readCertificates> | string> {
  try {
    return readCertificates(await readFile(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The certificate cannot be read: ${reason}`;
  }
}

function faulty(faults: readonly string[]): AuditResult {
  const more = faults.length - maxFaults;
  return {
    exitCode: 1,
    said: [...faults.slice(0, maxFaults), ...(more > 0 ? [`… and ${inWords(more)} more.`] : [])],
  };
}

const inWords = (count: number) => count.toLocaleString('en-GB');

const proven = ({ entries, sealed, erased, signedThrough, stamped }: ProofCheck): string[] => [
  `${inWords(entries)} entries are as they were written; ${inWords(sealed)} of them are sealed.`,
  ...(erased > 0 ? [`${inWords(erased)} name a person who was erased since.`] : []),
  signedThrough
    ? `The signatures cover ${inWords(signedThrough.entries)} entries, up to ${signedThrough.day}.`
    : 'No day is signed yet, so only the seals prove it.',
  ...(stamped ? [inWordsOf(stamped)] : []),
];

function inWordsOf({ days, last, isTrusted }: StampCheck): string {
  const words = `${inWords(days)} ${days === 1 ? 'day is' : 'days are'} time-stamped, the last one, ${last.day}, at ${last.at.toISOString()} by ${last.authority}.`;
  return isTrusted === null
    ? `${words} Give the certificate of the authority to check that it was they.`
    : `${words} The certificate vouches for it.`;
}
