import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Passkey, passkeys } from '#domain/session/passkey.contract';
import { request } from '../../platform/api';
import { confirmedRemoval } from '../../platform/confirm';
import { canUsePasskeys } from '../../platform/passkey-support';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/table/data-table';
import { ExactMoment } from '../../ui/dates/day';
import { Form, useContractForm } from '../../ui/form/form';
import type { Notices } from '../../ui/notice';
import { ownPasskeys } from './profile.queries';
import { signInColumns } from './sign-in-columns';

/** The user's passkeys, and adding one on this device. */
export function PasskeysCard({ notices }: { notices: Notices }) {
  const page = useQuery(ownPasskeys);
  const [adding, setAdding] = useState(false);
  const remove = async ({ id, name }: Passkey) => {
    const question = `Remove the passkey “${name}”?`;
    if (
      !(await confirmedRemoval(question, 'Remove', 'It no longer signs you in. Delete it on the device too.'))
    )
      return;
    try {
      const reply = await request(passkeys.remove, { params: { id }, shownInPlace: true });
      notices.succeeded(reply.message);
      await page.refetch();
    } catch (error) {
      notices.failedWrite(error, 'The passkey could not be removed.');
    }
  };
  const added = (message: string) => {
    setAdding(false);
    notices.succeeded(message);
    void page.refetch();
  };
  const { data } = page;
  const canAdd = canUsePasskeys() && (data === undefined || data.site === location.origin);
  return (
    <Card
      title="Passkeys"
      flush
      actions={
        canAdd &&
        !adding && (
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        )
      }
    >
      {adding && (
        <div className="card-body">
          <NewPasskeyForm onAdded={added} onCancel={() => setAdding(false)} />
        </div>
      )}
      {data?.data.length === 0 ? (
        <p className="card-body dialog-note">
          No passkeys yet. With a passkey you sign in with your fingerprint, face or device PIN, without a
          password or code.
        </p>
      ) : (
        <DataTable
          label="Passkeys"
          rows={data?.data}
          rowKey={passkey => passkey.id}
          columns={columnsOf(passkey => void remove(passkey))}
        />
      )}
      {data && !canAdd && <p className="card-body dialog-note">{reasonFor(data.site)}</p>}
    </Card>
  );
}

const reasonFor = (site: string): string =>
  site === location.origin
    ? 'This browser cannot use passkeys here. Use an up-to-date browser at an https address with a domain name, not an IP address.'
    : `Passkeys work at ${site} only. Open Counterfoil there to add one.`;

function NewPasskeyForm({ onAdded, onCancel }: { onAdded: (message: string) => void; onCancel: () => void }) {
  const form = useContractForm({
    schema: passkeys.add.body.pick({ name: true }),
    initial: { name: '' },
    send: async ({ name }) => {
      const { options } = await request(passkeys.start, { shownInPlace: true });
      const { createPasskey } = await import('../../platform/passkeys');
      const credential = await createPasskey(options);
      return request(passkeys.add, { body: { name, credential }, shownInPlace: true });
    },
    onDone: reply => onAdded(reply.message),
    failure: 'The passkey could not be added.',
  });
  return (
    <Form form={form} submitLabel="Create passkey" busyLabel="Waiting for your device…" onCancel={onCancel}>
      <div className="form-columns">
        <TextInput
          label="Name"
          description="Where it is kept, such as “Office laptop” or “iPhone”"
          required
          maxLength={60}
          autoComplete="off"
          autoFocus
          {...form.form.getInputProps('name')}
        />
      </div>
    </Form>
  );
}

const columnsOf = (onRemove: (passkey: Passkey) => void): Column<Passkey>[] => [
  { header: 'Name', cell: passkey => passkey.name },
  { header: 'Added', kind: 'moment', cell: passkey => <ExactMoment at={passkey.created_at} /> },
  ...signInColumns<Passkey>({ labelOf: passkey => passkey.name, onRemove }),
];
