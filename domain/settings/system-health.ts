import { countOf } from '../kernel/count-of';
import { sizeInWords } from '../kernel/size-in-words';

/** The facts behind the system status. Sizes in bytes. */
export type SystemFacts = {
  readonly disk: { readonly free: number; readonly total: number } | null;
  readonly connections: number;
  readonly most_connections: number;
  /** Failed jobs, and those waiting too long. */
  readonly jobs: { readonly failed: number; readonly late: number };
  readonly mail: { readonly waiting: number; readonly failed: number };
  readonly backup: { readonly at: Date; readonly holds: boolean } | null;
  /** Whether recovery to any second works, and why not; null with a database server of one's own. */
  readonly recovery: {
    readonly is_on: boolean;
    readonly from: Date | null;
    readonly failing: string | null;
  } | null;
  readonly check: { readonly at: Date; readonly holds: boolean } | null;
  /** Whether requests sign in to the database with another role than migrations. */
  readonly roles_apart: boolean;
};

export const findingKinds = [
  'books',
  'backup',
  'recovery',
  'disk',
  'jobs',
  'mail',
  'connections',
  'roles',
] as const;
export type Finding = {
  readonly kind: (typeof findingKinds)[number];
  readonly state: 'good' | 'attention' | 'bad';
  readonly words: string;
};

const day = 86_400_000;
const gigabyte = 1024 ** 3;
const minFreeBytes = 2 * gigabyte;

/** The findings, always in the same order. */
export function findingsOf(facts: SystemFacts, now: Date): Finding[] {
  const daysSince = (at: Date) => Math.floor((now.getTime() - at.getTime()) / day);
  return [
    books(facts, daysSince),
    backup(facts, daysSince),
    ...recovery(facts),
    disk(facts),
    jobs(facts),
    mail(facts),
    connections(facts),
    roles(facts),
  ];
}

type Since = (at: Date) => number;

function books({ check }: SystemFacts, daysSince: Since): Finding {
  const kind = 'books';
  if (!check) return { kind, state: 'attention', words: 'The books have not been checked yet.' };
  if (!check.holds) return { kind, state: 'bad', words: 'The last check of the books found a problem.' };
  const days = daysSince(check.at);
  return days >= 2
    ? { kind, state: 'attention', words: `The last check was ${days} days ago.` }
    : { kind, state: 'good', words: 'The last check of the books passed.' };
}

function backup({ backup: last }: SystemFacts, daysSince: Since): Finding {
  const kind = 'backup';
  if (!last) return { kind, state: 'bad', words: 'No backups yet.' };
  if (!last.holds) return { kind, state: 'bad', words: 'The latest backup could not be restored in a test.' };
  const days = daysSince(last.at);
  return days >= 2
    ? { kind, state: 'attention', words: `The latest backup is ${days} days old.` }
    : { kind, state: 'good', words: 'The latest backup is verified.' };
}

function recovery({ recovery: archive }: SystemFacts): Finding[] {
  const kind = 'recovery';
  if (!archive) return [];
  if (archive.failing !== null)
    return [{ kind, state: 'bad', words: `Recovery to any second is interrupted. ${archive.failing}` }];
  if (!archive.is_on)
    return [{ kind, state: 'attention', words: 'Recovery to any second is off, as are scheduled backups.' }];
  return archive.from === null
    ? [{ kind, state: 'attention', words: 'Recovery to any second begins with the first base backup.' }]
    : [{ kind, state: 'good', words: 'The books can be restored as at any second.' }];
}

function disk({ disk: space }: SystemFacts): Finding {
  const kind = 'disk';
  if (!space) return { kind, state: 'attention', words: 'Free disk space is unknown.' };
  const free = `${sizeInWords(space.free)} free`;
  const share = space.free / space.total;
  if (space.free < minFreeBytes)
    return { kind, state: 'bad', words: `Only ${free}. Free up space before the disk is full.` };
  return share < 0.1
    ? { kind, state: 'attention', words: `${free}, less than 10% of the disk.` }
    : { kind, state: 'good', words: `${free}.` };
}

function jobs({ jobs: { failed, late } }: SystemFacts): Finding {
  const kind = 'jobs';
  if (failed > 0)
    return {
      kind,
      state: 'bad',
      words: `${countOf(failed, 'job')} failed. See the server log.`,
    };
  return late > 0
    ? {
        kind,
        state: 'attention',
        words: `${countOf(late, 'job has', 'jobs have')} waited for more than ten minutes.`,
      }
    : { kind, state: 'good', words: 'No jobs are waiting.' };
}

function mail({ mail: { waiting, failed } }: SystemFacts): Finding {
  const kind = 'mail';
  if (failed > 0)
    return { kind, state: 'attention', words: `${countOf(failed, 'email')} could not be sent.` };
  return {
    kind,
    state: 'good',
    words:
      waiting > 0
        ? `${countOf(waiting, 'email is', 'emails are')} being sent.`
        : 'All emails have been sent.',
  };
}

function connections({ connections: open, most_connections: limit }: SystemFacts): Finding {
  const words = `${open.toLocaleString('en-GB')} of ${limit.toLocaleString('en-GB')} database connections are open.`;
  return { kind: 'connections', state: open > 0.85 * limit ? 'attention' : 'good', words };
}

function roles({ roles_apart }: SystemFacts): Finding {
  const kind = 'roles';
  return roles_apart
    ? {
        kind,
        state: 'good',
        words: 'Requests cannot change the structure of the database or what is posted.',
      }
    : {
        kind,
        state: 'attention',
        words: 'Requests and migrations share one database role. Separate them with DATABASE_OWNER_URL.',
      };
}
