import { readCertificates, readTimeStamp } from '../../platform/time-stamp';
import type { ProofHead, ProofStamp } from './proof-lines';
import { textOfHead } from './seal';

export { readCertificates };
export type TrustedCertificates = ReturnType<typeof readCertificates>;

export type StampCheck = {
  readonly days: number;
  readonly last: { readonly day: string; readonly at: Date; readonly authority: string };
  /** Whether a given certificate vouches for all of them; null when none was given. */
  readonly isTrusted: boolean | null;
};

/** Checks each time stamp: of the head that was signed for its day, signed itself, and by a trusted authority. */
export async function checkStamps(
  stamps: readonly ProofStamp[],
  heads: readonly ProofHead[],
  trusted: TrustedCertificates | null,
): Promise<{ faults: string[]; check: StampCheck | null }> {
  const faults: string[] = [];
  const byDay = new Map(heads.map(head => [head.day, head]));
  let last: StampCheck['last'] | null = null;
  for (const { day, token } of stamps) {
    const head = byDay.get(day);
    if (!head) {
      faults.push(`The time stamp of ${day} belongs to no signed day.`);
      continue;
    }
    const { seal_id: sealId, entries, hash } = head;
    try {
      const text = textOfHead({ day, sealId, entries, hash });
      const stamp = await readTimeStamp(Buffer.from(token, 'base64'), text, trusted);
      if (stamp.isTrusted === false)
        faults.push(`The time stamp of ${day} is not from the authority of the certificate.`);
      last = { day, at: stamp.at, authority: stamp.authority };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      faults.push(`The time stamp of ${day} proves nothing: ${reason}.`);
    }
  }
  const isTrusted = trusted && faults.length === 0;
  return { faults, check: last && { days: stamps.length, last, isTrusted } };
}
