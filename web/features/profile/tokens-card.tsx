import '@mantine/core/styles/Code.css';
import { Alert, Button, Code } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '#domain/kernel/dates';
import { type ApiToken, apiTokens } from '#domain/session/api-token.contract';
import { confirmedRemoval } from '../../platform/confirm';
import { request } from '../../platform/api';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/table/data-table';
import { ExactMoment } from '../../ui/dates/day';
import type { Notices } from '../../ui/notice';
import { ownTokens } from './profile.queries';
import { TokenForm } from './token-form';

/** The user's API tokens with permissions, expiry date and last use. */
export function TokensCard({ notices }: { notices: Notices }) {
  const page = useQuery(ownTokens);
  const [adding, setAdding] = useState(false);
  const [created, setCreated] = useState<{ token: string; name: string } | null>(null);
  const revoke = async (token: ApiToken) => {
    const question = `Revoke the token “${token.name}”?`;
    if (!(await confirmedRemoval(question, 'Revoke', 'Programs that use it stop working.'))) return;
    try {
      const reply = await request(apiTokens.revoke, { params: { id: token.id }, shownInPlace: true });
      setCreated(null);
      notices.succeeded(reply.message);
      await page.refetch();
    } catch (error) {
      notices.failedWrite(error, 'The token could not be revoked.');
    }
  };
  const create = (token: string, name: string) => {
    setAdding(false);
    setCreated({ token, name });
    void page.refetch();
  };
  return (
    <Card
      title="API tokens"
      flush
      actions={
        !adding && (
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            New token
          </Button>
        )
      }
    >
      {(created || adding) && (
        <div className="card-body">
          {created && <NewTokenAlert {...created} onKept={() => setCreated(null)} />}
          {adding && <TokenForm onMade={create} onCancel={() => setAdding(false)} />}
        </div>
      )}
      {page.data?.data.length === 0 ? (
        <p className="card-body dialog-note">
          No tokens yet. With a token, your own programs can call the API with some of your permissions and
          without your password.
        </p>
      ) : (
        <DataTable
          label="API tokens"
          rows={page.data?.data}
          load={page}
          rowKey={token => token.id}
          columns={columnsOf(token => void revoke(token))}
        />
      )}
    </Card>
  );
}

const NewTokenAlert = ({ token, name, onKept }: { token: string; name: string; onKept: () => void }) => (
  <Alert
    role="status"
    color="yellow"
    variant="light"
    title={`Copy the token “${name}”`}
    styles={{
      message: { color: 'var(--mantine-color-text)' },
      title: { color: 'var(--mantine-color-text)' },
    }}
  >
    It is shown only now. Send it as “Authorization: Bearer” with every request.
    <Code block my={8} fz={14} className="made-token">
      {token}
    </Code>
    <Button variant="default" onClick={onKept}>
      I have saved it
    </Button>
  </Alert>
);

const columnsOf = (onRevoke: (token: ApiToken) => void): Column<ApiToken>[] => [
  { header: 'Name', cell: token => token.name },
  {
    header: 'Permissions',
    cell: token => (
      <span title={token.permissions.join(', ')}>
        {token.permissions.slice(0, 2).join(', ')}
        {token.permissions.length > 2 && ` and ${token.permissions.length - 2} more`}
      </span>
    ),
  },
  // The token expires at the start of the next day.
  { header: 'Expires on', kind: 'date', cell: token => formatDay(new Date(token.expires_at.getTime() - 1)) },
  {
    header: 'Last used',
    kind: 'moment',
    cell: token => (token.last_used_at ? <ExactMoment at={token.last_used_at} /> : 'Never'),
  },
  {
    header: 'Last used from',
    cell: token => <span className="figures">{token.last_used_address ?? '—'}</span>,
  },
  {
    header: 'Actions',
    kind: 'actions',
    align: 'end',
    cell: token => (
      <Button size="xs" variant="default" onClick={() => onRevoke(token)}>
        Revoke
      </Button>
    ),
  },
];
