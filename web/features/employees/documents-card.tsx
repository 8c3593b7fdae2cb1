import { Anchor, Button, FileButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Paperclip, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { type EmployeeDocument, employeeDocuments } from '#domain/employees/employee-document.contract';
import type { EmployeeDetail } from '#domain/employees/employee.contract';
import { attachmentExtensions, refuseByName, refuseBySize } from '#domain/kernel/attachment-rules';
import { useAccess } from '../../platform/access';
import { request, requestFile } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { formToSend } from '../../platform/form-to-send';
import { saveFile } from '../../platform/save-file';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { Moment } from '../../ui/dates/day';
import { LongTable } from '../../ui/table/long-table';
import { type Notices, removeAfterConfirming } from '../../ui/notice';
import { RowAction } from '../../ui/table/row-action';
import { Expiry } from './employee-badges';
import { EmployeeDocumentDialog } from './lazy-dialogs';
import './employees.css';
import { documentsOfEmployee } from './employees.queries';

type Props = {
  employee: EmployeeDetail;
  notices: Notices;
  onChanged: (message?: string) => void;
};

/** Contracts, permits and licences with their expiry dates. */
export function DocumentsCard({ employee, notices, onChanged }: Props) {
  const { canCall } = useAccess();
  const [editing, setEditing] = useState<EmployeeDocument | null>(null);
  const page = useQuery(documentsOfEmployee(employee.id));
  const work = useDocumentWork(employee, notices, onChanged, setEditing);
  if (!page.data || employee.erased_at !== null) return null;
  const canChange = canCall(employeeDocuments.describe);
  return (
    <Card
      title="Documents"
      flush
      actions={
        canCall(employeeDocuments.add) && (
          <AttachButton busy={work.busy} onPick={files => void work.attach(files)} />
        )
      }
    >
      <LongTable
        label="Documents"
        rows={page.data.data}
        rowKey={document => document.id}
        columns={columnsWith(work.save, canChange && { edit: setEditing, remove: work.remove })}
        empty="No documents are attached."
      />
      {editing && (
        <EmployeeDocumentDialog
          employee={employee}
          document={editing}
          onClose={() => setEditing(null)}
          onDone={message => {
            setEditing(null);
            onChanged(message);
          }}
        />
      )}
    </Card>
  );
}

function AttachButton({ busy, onPick }: { busy: boolean; onPick: (files: File[]) => void }) {
  // Browsers only report the same file twice if the field was cleared in between.
  const emptyField = useRef<() => void>(null);
  return (
    <FileButton
      accept={attachmentExtensions.join(',')}
      resetRef={emptyField}
      onChange={file => {
        onPick(file ? [file] : []);
        emptyField.current?.();
      }}
    >
      {props => (
        <Button {...props} variant="default" size="xs" loading={busy} leftSection={<Paperclip size={14} />}>
          Attach a document
        </Button>
      )}
    </FileButton>
  );
}

function useDocumentWork(
  { id }: EmployeeDetail,
  notices: Notices,
  onChanged: (message?: string) => void,
  describe: (document: EmployeeDocument) => void,
) {
  const [busy, setBusy] = useState(false);
  return {
    busy,
    /** Asks for the title and expiry date after the upload. */
    attach: async (files: File[]) => {
      const refused = files.flatMap(
        file => refuseByName(file.name) ?? refuseBySize(file.name, file.size) ?? [],
      );
      if (refused.length > 0) return notices.failed(refused.join('\n'));
      const [file] = files;
      if (!file) return;
      const form = new FormData();
      form.append('attachments[]', file, file.name);
      setBusy(true);
      notices.dismiss();
      try {
        const added = await request(employeeDocuments.add, {
          params: { id },
          ...formToSend(form),
          shownInPlace: true,
        });
        onChanged();
        const newest = added.data.find(document => added.added.includes(document.id));
        if (newest) describe({ ...newest, title: null, expires_on: null, expiry: 'valid', version: 1 });
        else notices.failed([...added.rejected, `${file.name} is already attached.`][0] ?? '');
      } catch (error) {
        notices.failed(messageOf(error, 'The document could not be attached. Try again.'));
      } finally {
        setBusy(false);
      }
    },
    remove: (document: EmployeeDocument) =>
      void removeAfterConfirming(notices, {
        question: `Remove ${document.title ?? document.file_name}?`,
        action: 'Remove',
        send: () =>
          request(employeeDocuments.remove, {
            params: { id, attachment_id: document.id },
            shownInPlace: true,
          }),
        failure: 'The document could not be removed.',
        onDone: () => onChanged(),
      }),
    save: async (document: EmployeeDocument) => {
      try {
        const params = { id, attachment_id: document.id };
        saveFile(
          await requestFile(employeeDocuments.content, { params, shownInPlace: true }),
          document.file_name,
        );
      } catch (error) {
        notices.failed(messageOf(error, 'The document could not be loaded.'));
      }
    },
  };
}

type Changes = {
  edit: (document: EmployeeDocument) => void;
  remove: (document: EmployeeDocument) => void;
};

const columnsWith = (
  save: (document: EmployeeDocument) => Promise<void>,
  changes: false | Changes,
): Column<EmployeeDocument>[] => [
  {
    header: 'Document',
    cell: document => (
      <span className="employee-lines">
        <Anchor component="button" type="button" ta="start" onClick={() => void save(document)}>
          {document.title ?? document.file_name}
        </Anchor>
        {document.title && <span className="employee-aside">{document.file_name}</span>}
      </span>
    ),
  },
  {
    header: 'Expires',
    kind: 'date',
    cell: document => <Expiry on={document.expires_on} state={document.expiry} />,
  },
  { header: 'Added by', kind: 'person', cell: document => document.added_by },
  { header: 'Added', cell: document => <Moment at={document.added_at} /> },
  ...(changes
    ? [
        {
          header: 'Actions',
          kind: 'actions' as const,
          align: 'end' as const,
          cell: (document: EmployeeDocument) => (
            <span className="row-actions">
              <RowAction
                icon={Pencil}
                label="Edit details"
                of={document.title ?? document.file_name}
                onClick={() => changes.edit(document)}
              />
              <RowAction
                icon={Trash2}
                label="Remove"
                of={document.title ?? document.file_name}
                danger
                onClick={() => changes.remove(document)}
              />
            </span>
          ),
        },
      ]
    : []),
];
