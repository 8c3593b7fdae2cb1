import { Alert } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { RolePreviewReply } from '#domain/access-check/access-check.contract';
import { countOf } from '#domain/kernel/count-of';
import { groupBy } from '#domain/kernel/group-by';
import type { Permission } from '#domain/kernel/permissions';
import { LoadFailure } from '../../ui/load-failure';
import './check-access.css';
import { rolePreview } from './users.queries';

type Props = { roleId: number | null; saved: readonly Permission[]; held: readonly Permission[] };

const isSame = (a: readonly Permission[], b: readonly Permission[]) =>
  a.length === b.length && a.every(permission => b.includes(permission));

/** Before a role is saved: who gains and who loses what. Nothing is shown while nothing changes. */
export function RolePreview({ roleId, saved, held }: Props) {
  const [asked] = useDebouncedValue(held, 250);
  const page = useQuery({ ...rolePreview(roleId, asked), enabled: !isSame(saved, asked) });
  if (isSame(saved, held) || isSame(saved, asked)) return null;
  if (!page.data && page.isError)
    return (
      <section className="role-preview" aria-label="What this changes">
        <h3>What this changes</h3>
        <LoadFailure page={page} words="What this changes could not be loaded." />
      </section>
    );
  if (!page.data) return null;
  const isStale = page.isPlaceholderData || asked !== held;
  return (
    <section className="role-preview" aria-label="What this changes" data-stale={isStale || undefined}>
      <h3>What this changes</h3>
      <p role="status">{summaryOf(page.data)}</p>
      {page.data.warnings.length > 0 && (
        <Alert color="yellow" variant="light" mt={8}>
          {page.data.warnings.map(warning => (
            <div key={warning}>{warning}</div>
          ))}
        </Alert>
      )}
      <div className="role-preview-sides">
        <Side title="Lost" preview={page.data} side="lost" />
        <Side title="Gained" preview={page.data} side="gained" />
      </div>
    </section>
  );
}

function summaryOf({ users, people }: RolePreviewReply): string {
  if (users === 0) return 'No active user has this role yet. This is what the role opens by itself.';
  if (people.length === 0)
    return `Nothing changes for ${users === 1 ? 'the one user' : `the ${users} users`} of this role: other roles give them the same.`;
  const losing = people.filter(({ loses }) => loses > 0).length;
  const gaining = people.filter(({ gains }) => gains > 0).length;
  const parts = [
    ...(losing > 0 ? [`${countOf(losing, 'user')} ${losing === 1 ? 'loses' : 'lose'} access`] : []),
    ...(gaining > 0 ? [`${countOf(gaining, 'user')} ${gaining === 1 ? 'gains' : 'gain'} access`] : []),
  ];
  const rest = users - people.length;
  return `${parts.join(' and ')}.${rest > 0 ? ` Nothing changes for ${countOf(rest, 'other')}.` : ''}`;
}

type Entry = RolePreviewReply['actions']['lost'][number];

/** What is lost or gained, for each group of people together. */
function Side({
  title,
  preview,
  side,
}: {
  title: string;
  preview: RolePreviewReply;
  side: 'lost' | 'gained';
}) {
  const pages = preview.pages[side].map(entry => ({ ...entry, label: `Open ${entry.label}` }));
  const groups = groupBy([...pages, ...preview.actions[side]], ({ people }) => people.join(', '));
  if (groups.size === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      {[...groups].map(([names, entries]) => (
        <div key={names}>
          {names !== '' && <h4>{names}</h4>}
          <Entries entries={entries} />
        </div>
      ))}
    </div>
  );
}

const shown = 6;

function Entries({ entries }: { entries: readonly Entry[] }) {
  const rest = entries.slice(shown);
  return (
    <>
      <EntryList entries={entries.slice(0, shown)} />
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          <EntryList entries={rest} />
        </details>
      )}
    </>
  );
}

const EntryList = ({ entries }: { entries: readonly Entry[] }) => (
  <ul>
    {entries.map(({ key, label }) => (
      <li key={`${key} ${label}`}>{label}</li>
    ))}
  </ul>
);
