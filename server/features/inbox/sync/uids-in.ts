/** The numbers of an IMAP set: 1:3,7 is 1, 2, 3 and 7. Throws on anything else. */
export function uidsIn(set: string): number[] {
  const uids: number[] = [];
  for (const part of set.split(',')) {
    const range = /^([1-9]\d{0,9})(?::([1-9]\d{0,9}))?$/.exec(part);
    if (!range) throw new Error(`The mail server sent an invalid message number: ${part.slice(0, 40)}.`);
    // A range may be reversed.
    const ends = [Number(range[1]), Number(range[2] ?? range[1])] as const;
    const [from, to] = [Math.min(...ends), Math.max(...ends)];
    if (to - from > maxUid) throw new Error('The mail server lists more messages than a folder can hold.');
    for (let uid = from; uid <= to; uid++) uids.push(uid);
  }
  return uids;
}

// More than any mailbox has: a faulty server must not exhaust memory.
const maxUid = 10_000_000;
