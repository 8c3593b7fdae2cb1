import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Check, CircleDot, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AccessAnswer } from '#domain/access-check/access-check.contract';
import { Badge, type Tone } from '../../ui/badge';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/table/data-table';
import { LoadFailure } from '../../ui/load-failure';
import { type Asked, whoCan, whyCannot } from './users.queries';

const resultNames = { yes: 'Yes', depends: 'Depends', no: 'No' } as const;
const resultTones: Readonly<Record<AccessAnswer['result'], Tone>> = {
  yes: 'success',
  depends: 'warning',
  no: 'danger',
};
const order = ['yes', 'depends', 'no'] as const;

const ResultBadge = ({ result }: Pick<AccessAnswer, 'result'>) => (
  <Badge tone={resultTones[result]}>{resultNames[result]}</Badge>
);

/** Every active user with the result; those who can come first. */
export function AnswersForAll({ asked, title }: { asked: Asked; title: string }) {
  const page = useQuery(whoCan(asked));
  if (page.isError) return <LoadFailure page={page} />;
  const rows = page.data?.data.toSorted((a, b) => order.indexOf(a.result) - order.indexOf(b.result));
  const count = (result: AccessAnswer['result']) => rows?.filter(row => row.result === result).length;
  return (
    <Card
      title={title}
      flush
      actions={
        rows && (
          <span className="access-count figures" role="status">
            {count('yes')} yes · {count('depends')} depends · {count('no')} no
          </span>
        )
      }
    >
      <DataTable label="Who can" rows={rows} rowKey={row => row.user.id} columns={columns} />
    </Card>
  );
}

const columns: readonly Column<AccessAnswer>[] = [
  { header: 'User', kind: 'person', width: '18%', cell: ({ user }) => user.name },
  { header: 'Roles', width: '18%', cell: ({ user }) => user.roles.join(', ') || '—' },
  { header: 'Answer', width: '11%', cell: ResultBadge },
  {
    header: 'Why',
    minWidth: '280px',
    cell: ({ reason, conditions, change }) => (
      <span className="access-reason">
        <span>{reason}.</span>
        {conditions
          .filter(({ words, kind }) => words !== reason && kind !== 'open_till')
          .map(({ words }) => (
            <span key={words}>{words}.</span>
          ))}
        {change && <small>{change}</small>}
      </span>
    ),
  },
];

/** One user: every line that the server checks, what remains, and the smallest change. */
export function AnswerForUser({ id, asked, title }: { id: number; asked: Asked; title: string }) {
  const page = useQuery(whyCannot(id, asked));
  if (page.isError) return <LoadFailure page={page} />;
  return (
    <Card title={title} actions={page.data && <ResultBadge result={page.data.result} />}>
      {page.data ? <Explained answer={page.data} /> : <Skeleton height={120} />}
    </Card>
  );
}

const Explained = ({ answer: { reason, lines, conditions, change, user } }: { answer: AccessAnswer }) => (
  <div className="access-answer">
    <p role="status">
      <strong>{reason}.</strong>
    </p>
    {change && (
      <Part title="Smallest change">
        <p>{change}</p>
      </Part>
    )}
    {lines.length > 0 && (
      <Part title="Permissions checked">
        <ul className="access-lines">
          {lines.map(({ words, is_met: isMet, granted_by: grantedBy }) => (
            <li key={words} data-met={isMet}>
              {isMet ? <Check size={16} aria-label="Held" /> : <X size={16} aria-label="Missing" />}
              <span>
                {words}
                {grantedBy.length > 0 && <small>Granted by {grantedBy.join(', ')}</small>}
              </span>
            </li>
          ))}
        </ul>
      </Part>
    )}
    {conditions.length > 0 && (
      <Part title="Conditions">
        <ul className="access-lines">
          {conditions.map(({ words, approvers }) => (
            <li key={words}>
              <CircleDot size={16} aria-hidden />
              <span>
                {words}
                {approvers.length > 0 && <small>{approvers.join(', ')}</small>}
              </span>
            </li>
          ))}
        </ul>
      </Part>
    )}
    <p className="access-roles">
      Roles of {user.name}: {user.roles.join(', ') || 'none'}
    </p>
  </div>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3>{title}</h3>
    {children}
  </section>
);
