import { Anchor, Button, FileButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Paperclip, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { attachmentExtensions, refuseByName, refuseBySize } from '#domain/kernel/attachment-rules';
import { type OrderAttachment, orderAttachments } from '#domain/purchase-orders/order-attachment.contract';
import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';
import { useAccess } from '../../platform/access';
import { request, requestFile } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { saveFile } from '../../platform/save-file';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/data-table';
import { Moment } from '../../ui/day';
import { LongTable } from '../../ui/long-table';
import type { Notices } from '../../ui/notice';
import { RowAction } from '../../ui/row-action';

type Props = { order: OrderDetail; notices: Notices };

/** The papers that came with an order: quotations, delivery notes, bills. */
export function OrderAttachments({ order, notices }: Props) {
  const { mayCall } = useAccess();
  const key = [orderAttachments.list.path, order.id];
  const page = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      request(orderAttachments.list, { params: { id: order.id }, signal, shownInPlace: true }),
    enabled: mayCall(orderAttachments.list),
  });
  const queries = useQueryClient();
  const { attach, remove, save, busy } = useAttachmentWork(order.id, notices, reply =>
    queries.setQueryData(key, reply),
  );
  if (!page.data) return null;
  return (
    <Card
      title="Attachments"
      flush
      actions={
        mayCall(orderAttachments.add) && <AttachButton onPick={files => void attach(files)} busy={busy} />
      }
    >
      <LongTable
        label="Attachments"
        rows={page.data.data}
        rowKey={paper => paper.id}
        columns={columnsWith(save, mayCall(orderAttachments.remove) && remove)}
        empty="No papers are attached."
      />
    </Card>
  );
}

function AttachButton({ onPick, busy }: { onPick: (files: File[]) => void; busy: boolean }) {
  // The browser tells of a file picked twice only when the field was emptied in between.
  const emptyField = useRef<() => void>(null);
  return (
    <FileButton
      multiple
      accept={attachmentExtensions.join(',')}
      resetRef={emptyField}
      onChange={files => {
        onPick(files);
        emptyField.current?.();
      }}
    >
      {props => (
        <Button {...props} variant="default" size="xs" loading={busy} leftSection={<Paperclip size={14} />}>
          Attach files
        </Button>
      )}
    </FileButton>
  );
}

type Reply = { data: OrderAttachment[] };

function useAttachmentWork(id: number, notices: Notices, changed: (reply: Reply) => void) {
  const [busy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<unknown>, failure: string) => {
    setBusy(true);
    notices.dismiss();
    try {
      await work();
    } catch (error) {
      notices.failed(messageOf(error, failure));
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    attach: async (files: File[]) => {
      const refused = files.flatMap(
        file => refuseByName(file.name) ?? refuseBySize(file.name, file.size) ?? [],
      );
      if (refused.length > 0) return notices.failed(refused.join('\n'));
      if (files.length === 0) return;
      const form = new FormData();
      for (const file of files) form.append('attachments[]', file, file.name);
      await attempt(
        async () =>
          changed(await request(orderAttachments.add, { params: { id }, form, shownInPlace: true })),
        'The files could not be attached. Try again.',
      );
    },
    remove: (paper: OrderAttachment) => {
      if (!window.confirm(`Remove ${paper.file_name}?`)) return;
      const params = { id, attachment_id: paper.id };
      void attempt(
        async () => changed(await request(orderAttachments.remove, { params, shownInPlace: true })),
        'The file could not be removed.',
      );
    },
    save: (paper: OrderAttachment) => {
      const params = { id, attachment_id: paper.id };
      void attempt(
        async () =>
          saveFile(
            await requestFile(orderAttachments.content, { params, shownInPlace: true }),
            paper.file_name,
          ),
        'The file could not be loaded.',
      );
    },
  };
}

const columnsWith = (
  save: (paper: OrderAttachment) => void,
  remove: false | ((paper: OrderAttachment) => void),
): readonly Column<OrderAttachment>[] => [
  {
    header: 'File',
    cell: paper => (
      <Anchor component="button" type="button" onClick={() => save(paper)} ta="start">
        {paper.file_name}
      </Anchor>
    ),
  },
  {
    header: 'Size',
    align: 'end',
    cell: paper => (
      <span className="figures">{Math.ceil(paper.bytes / 1024).toLocaleString('en-GB')} KB</span>
    ),
  },
  { header: 'Added by', cell: paper => paper.added_by },
  { header: 'Added', cell: paper => <Moment at={paper.added_at} /> },
  ...(remove
    ? [
        {
          header: 'Actions',
          align: 'end' as const,
          cell: (paper: OrderAttachment) => (
            <RowAction
              icon={Trash2}
              label="Remove"
              of={paper.file_name}
              danger
              onClick={() => remove(paper)}
            />
          ),
        },
      ]
    : []),
];
