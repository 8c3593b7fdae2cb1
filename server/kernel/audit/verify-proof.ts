import { isSignedBy } from '../../platform/secrets';
import { proofFormat } from './proof-file';
import { type ProofEntry, type ProofHead, proofLine, type ProofSeal, type ProofStamp } from './proof-lines';
import { checkStamps, type StampCheck, type TrustedCertificates } from './verify-stamps';
import { digest, framed, hashOfSeal, textOfHead } from './seal';

export type ProofCheck = {
  readonly entries: number;
  readonly sealed: number;
  readonly erased: number;
  /** The last day that is signed, and how many entries it and the days before it cover. */
  readonly signedThrough: { readonly day: string; readonly entries: number } | null;
  /** The days that an authority has stamped; null when there are none. */
  readonly stamped: StampCheck | null;
  /** In sentences; none when the file proves what it says. */
  readonly faults: readonly string[];
};

/**
 * Verifies a proof file with nothing but the public key: no database, no secret. The certificates of a time-stamping
 * authority, if given, must vouch for every time stamp.
 */
export async function verifyProof(
  lines: AsyncIterable<string>,
  publicKey: string,
  trusted: TrustedCertificates | null = null,
): Promise<ProofCheck> {
  const faults: string[] = [];
  const stamps: ProofStamp[] = [];
  const heads: ProofHead[] = [];
  const seals: ProofSeal[] = [];
  const hashes = new Map<number, string>();
  let erased = 0;
  let chained = { id: 0, hash: '' };
  let number = 0;
  for await (const text of lines) {
    number += 1;
    const parsed = readLine(text);
    if (parsed === null) return { ...nothing, faults: [`Line ${number} is not a line of a proof file.`] };
    if ((number === 1) !== 'format' in parsed || ('format' in parsed && parsed.format !== proofFormat))
      return { ...nothing, faults: ['This is not a proof file of the audit log.'] };
    if ('stamp' in parsed) stamps.push(parsed.stamp);
    if ('head' in parsed) heads.push(parsed.head);
    if ('seal' in parsed) seals.push(parsed.seal);
    if (!('entry' in parsed)) continue;
    const { entry } = parsed;
    if (hashes.has(entry.id)) faults.push(`Entry ${entry.id} occurs twice.`);
    if (entry.is_erased || entry.is_actor_erased) erased += 1;
    faults.push(...faultsOf(entry, chained));
    if (entry.previous_hash !== null) chained = entry;
    hashes.set(entry.id, entry.hash);
  }
  faults.push(...faultsOfSeals(seals, hashes), ...faultsOfHeads(heads, seals, publicKey));
  const last = heads.at(-1);
  const { faults: stampFaults, check: stamped } = await checkStamps(stamps, heads, trusted);
  faults.push(...stampFaults);
  return {
    entries: hashes.size,
    sealed: seals.at(-1)?.entries ?? 0,
    erased,
    signedThrough: last ? { day: last.day, entries: last.entries } : null,
    stamped,
    faults: number === 0 ? ['The file is empty.'] : faults,
  };
}

const nothing = { entries: 0, sealed: 0, erased: 0, signedThrough: null, stamped: null };

function readLine(text: string) {
  try {
    return proofLine.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function faultsOf(entry: ProofEntry, before: { readonly id: number; readonly hash: string }): string[] {
  const fault = [`Entry ${entry.id} was changed.`];
  if (entry.previous_hash !== null) {
    if (entry.previous_hash !== before.hash || entry.id !== before.id + 1)
      return [`Entry ${entry.id} does not follow entry ${before.id}.`];
    return entry.is_erased || entry.is_actor_erased || entry.hash === chainedHash(entry) ? [] : fault;
  }
  const { id, at, actor_id, action, record_type, record_id, request_id, actor_hash, subject_hash } = entry;
  const own = digest(
    framed(id, at, actor_id, action, record_type, record_id, request_id, actor_hash, subject_hash),
  );
  const subject = digest(framed(entry.subject_salt, entry.record_name, entry.before, entry.after));
  const actor = digest(framed(entry.actor_salt, entry.actor, entry.address));
  return entry.hash === own &&
    (entry.is_erased || subject_hash === subject) &&
    (entry.is_actor_erased || actor_hash === actor)
    ? []
    : fault;
}

/** Entries of before the seals: a JSON array in the database's own spacing. */
function chainedHash(entry: ProofEntry): string {
  const json = (value: string | number | null) => JSON.stringify(value);
  const fields = [
    json(entry.previous_hash),
    json(entry.id),
    json(entry.at),
    json(entry.actor_id),
    json(entry.actor),
    json(entry.action),
    json(entry.record_type),
    json(entry.record_id),
    json(entry.record_name),
    entry.before ?? 'null',
    entry.after ?? 'null',
    json(entry.address),
    json(entry.request_id),
  ];
  return digest(`[${fields.join(', ')}]`);
}

function faultsOfSeals(seals: readonly ProofSeal[], hashes: ReadonlyMap<number, string>): string[] {
  const faults: string[] = [];
  const covered = new Set<number>();
  let before: Pick<ProofSeal, 'id' | 'entries' | 'hash'> = { id: 0, entries: 0, hash: '' };
  for (const seal of seals) {
    const {
      id,
      sealed_at: sealedAt,
      entry_ids: entryIds,
      entries,
      contents,
      previous_hash: previousHash,
    } = seal;
    const ids = idsOf(entryIds);
    for (const entry of ids) {
      if (!hashes.has(entry)) faults.push(`Entry ${entry} is missing.`);
      if (covered.has(entry)) faults.push(`Entry ${entry} is sealed twice.`);
      covered.add(entry);
    }
    const follows =
      id === before.id + 1 && previousHash === before.hash && entries === before.entries + ids.length;
    const isOwn = seal.hash === hashOfSeal({ id, sealedAt, entryIds, entries, contents, previousHash });
    if (!follows || !isOwn)
      faults.push(`Seal ${id} of ${sealedAt} was changed, or one before it is missing.`);
    else if (contents !== digest(ids.map(entry => hashes.get(entry) ?? '').join('')))
      faults.push(`Entries ${ids[0]} to ${ids.at(-1)} are not those that were sealed at ${sealedAt}.`);
    before = seal;
  }
  return faults;
}

/** The ids of `{[1,5),[7,8)}`, in order. */
function idsOf(ranges: string): number[] {
  return Array.from(ranges.matchAll(/\[(\d+),(\d+)\)/g)).flatMap(([, from, to]) =>
    Array.from({ length: Number(to) - Number(from) }, (_, place) => Number(from) + place),
  );
}

function faultsOfHeads(
  heads: readonly ProofHead[],
  seals: readonly ProofSeal[],
  publicKey: string,
): string[] {
  const byId = new Map(seals.map(seal => [seal.id, seal]));
  return heads.flatMap(head => {
    const { day, seal_id: sealId, entries, hash, signature } = head;
    if (!isSignedBy(publicKey, textOfHead({ day, sealId, entries, hash }), signature))
      return [`The head of ${day} is not signed with this key.`];
    const seal = byId.get(sealId);
    return seal?.hash === hash && seal.entries === entries
      ? []
      : [`The log is not the one that was signed for ${day}.`];
  });
}
