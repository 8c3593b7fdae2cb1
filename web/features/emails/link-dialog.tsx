import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { inbox, linkedType } from '#domain/emails/inbox.contract';
import { type SearchResult, searchResultKinds } from '#domain/search/search.contract';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { toast } from '../../platform/notices';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { RecordPicker } from '../../ui/form/record-picker';
import { recordsToLink, useReloadMail } from './emails.queries';

type Choice = { readonly id: number; readonly name: string; readonly record: SearchResult };

/** Links a message to a record, found by its name or number. */
export function LinkDialog({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  const notices = useNotice();
  const reload = useReloadMail();
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [busy, setBusy] = useState(false);
  const link = async () => {
    if (!chosen) return notices.failed('Choose the record to link the message to.');
    setBusy(true);
    try {
      await request(inbox.link, {
        params: { id: messageId },
        body: { type: linkedType.parse(chosen.record.kind), record_id: chosen.record.id },
        shownInPlace: true,
      });
      toast.success(`Linked to ${chosen.name}.`);
      await reload();
      onClose();
    } catch (error) {
      notices.failed(messageOf(error, 'The message could not be linked.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title="Link to a record" size="md">
      <form
        onSubmit={event => {
          event.preventDefault();
          void link();
        }}
      >
        <NoticeAlert notices={notices} />
        <RecordPicker<Choice>
          field={{
            label: 'Record',
            description:
              'A customer, supplier, employee, order, invoice, quote or expense, by name or number.',
            chosen,
            onChange: setChosen,
            'data-autofocus': true,
          }}
          search={recordsToLink}
          detailOf={({ record }) =>
            [searchResultKinds[record.kind], record.detail].filter(Boolean).join(' · ')
          }
          nothing="No records found. Try a shorter search, or the whole number."
        />
        <Group justify="flex-end" gap={8} mt={16}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={busy} aria-busy={busy}>
            Link
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
