import { Anchor, Button, FileButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Paperclip, Trash2 } from 'lucide-react';
import { type ComponentType, useRef, useState } from 'react';
import { attachmentExtensions, refuseByName, refuseBySize } from '#domain/kernel/attachment-rules';
import type { Attachment, AttachmentCalls } from '#domain/kernel/attachment-calls';
import type { ReplyOf } from '#domain/kernel/call';
import { sizeInWords } from '#domain/kernel/size-in-words';
import { confirmedRemoval } from '../../platform/confirm';
import { useAccess } from '../../platform/access';
import { request, requestFile } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { formToSend } from '../../platform/form-to-send';
import { saveFile } from '../../platform/save-file';
import { attachmentsOf } from './attachments.queries';
import { Card } from '../card';
import type { Column } from '../table/data-table';
import { Moment } from '../dates/day';
import { LoadFailure } from '../load-failure';
import { LongTable } from '../table/long-table';
import type { Notices } from '../notice';
import { RowAction } from '../table/row-action';
import '../lines/dialog-lines.css';

type Props = {
  calls: AttachmentCalls;
  recordId: number;
  /** Such as "Attachments". */
  title: string;
  empty: string;
  notices: Notices;
  /** Whether the record's status still allows adding. */
  canAdd?: boolean;
  canRemove?: boolean;
  /** Called after a file was added or removed. */
  onChanged?: () => void;
  /** Shows some of the files below the table, such as pictures. */
  preview?: ComponentType<{ recordId: number; papers: readonly Attachment[] }>;
};

/** A record's attachments: add, download and remove. */
export function AttachmentsCard(props: Props) {
  const {
    calls,
    recordId,
    title,
    empty,
    notices,
    canAdd = true,
    canRemove = true,
    onChanged,
    preview: Preview,
  } = props;
  const { canCall } = useAccess();
  const list = attachmentsOf(calls, recordId);
  const page = useQuery({ ...list, enabled: canCall(calls.list) });
  const queries = useQueryClient();
  const { attach, remove, save, busy } = useAttachmentWork(calls, recordId, notices, reply => {
    queries.setQueryData(list.queryKey, reply);
    onChanged?.();
  });
  if (!page.data)
    return page.isError ? (
      <Card title={title}>
        <LoadFailure page={page} />
      </Card>
    ) : null;
  const { data: papers, removal } = page.data;
  const mayRemove = canRemove && canCall(calls.remove);
  return (
    <Card
      title={title}
      flush
      actions={
        canAdd && canCall(calls.add) && <AttachButton onPick={files => void attach(files)} busy={busy} />
      }
    >
      <LongTable
        label={title}
        rows={papers}
        rowKey={paper => paper.id}
        columns={columnsWith(save, mayRemove && removal.allowed && remove)}
        empty={empty}
      />
      {mayRemove && papers.length > 0 && removal.reason && (
        <p className="card-body dialog-note">{removal.reason}</p>
      )}
      {Preview && <Preview recordId={recordId} papers={papers} />}
    </Card>
  );
}

function AttachButton({ onPick, busy }: { onPick: (files: File[]) => void; busy: boolean }) {
  // Browsers report picking the same file again only if the field was cleared in between.
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

type Reply = ReplyOf<AttachmentCalls['list']>;

function useAttachmentWork(
  calls: AttachmentCalls,
  id: number,
  notices: Notices,
  changed: (reply: Reply) => void,
) {
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
      // A file that is not allowed does not hold back the others (finding F51).
      const judged = files.map(file => ({
        file,
        reason: refuseByName(file.name) ?? refuseBySize(file.name, file.size),
      }));
      const refused = judged.flatMap(({ reason }) => reason ?? []);
      const accepted = judged.filter(({ reason }) => reason === null);
      if (accepted.length === 0) return refused.length > 0 && notices.failed(refused.join('\n'));
      const form = new FormData();
      for (const { file } of accepted) form.append('attachments[]', file, file.name);
      await attempt(
        async () => {
          const added = await request(calls.add, { params: { id }, ...formToSend(form), shownInPlace: true });
          changed({ data: added.data, removal: added.removal });
          const all = [...refused, ...added.rejected];
          if (all.length > 0) notices.failed(all.join('\n'));
        },
        ['The files could not be attached. Try again.', ...refused].join('\n'),
      );
    },
    remove: async (paper: Attachment) => {
      if (!(await confirmedRemoval(`Remove ${paper.file_name}?`, 'Remove'))) return;
      const params = { id, attachment_id: paper.id };
      await attempt(
        async () => changed(await request(calls.remove, { params, shownInPlace: true })),
        'The file could not be removed.',
      );
    },
    save: (paper: Attachment) => {
      const params = { id, attachment_id: paper.id };
      void attempt(
        async () =>
          saveFile(await requestFile(calls.content, { params, shownInPlace: true }), paper.file_name),
        'The file could not be loaded.',
      );
    },
  };
}

const columnsWith = (
  save: (paper: Attachment) => void,
  remove: false | ((paper: Attachment) => Promise<void>),
): readonly Column<Attachment>[] => [
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
    cell: paper => <span className="figures">{sizeInWords(paper.bytes)}</span>,
  },
  { header: 'Added by', kind: 'person', cell: paper => paper.added_by },
  { header: 'Added', cell: paper => <Moment at={paper.added_at} /> },
  ...(remove
    ? [
        {
          header: 'Actions',
          kind: 'actions' as const,
          align: 'end' as const,
          cell: (paper: Attachment) => (
            <RowAction
              icon={Trash2}
              label="Remove"
              of={paper.file_name}
              danger
              onClick={() => void remove(paper)}
            />
          ),
        },
      ]
    : []),
];
