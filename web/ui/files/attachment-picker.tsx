import { Alert, Button, FileButton } from '@mantine/core';
import { CircleAlert, Paperclip, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { attachmentExtensions } from '#domain/kernel/attachment-rules';
import { sizeInWords } from '#domain/kernel/size-in-words';
import { RowAction } from '../table/row-action';
import type { PickedFiles } from './use-picked-files';
import './attachment-picker.css';

type Props = {
  picked: PickedFiles;
  /** Defaults to "Attachments". */
  label?: string;
  /** Other ways to add one. */
  children?: ReactNode;
};

/** Selects files to attach, several at a time, repeatedly (SE-01, SE-02, SE-04). */
export function AttachmentPicker({ picked, label = 'Attachments', children }: Props) {
  const { files, rejected, add, remove, clear } = picked;
  // Browsers report picking the same file again only if the field was cleared in between.
  const emptyField = useRef<() => void>(null);
  const pick = (chosen: File[]) => {
    add(chosen);
    emptyField.current?.();
  };
  return (
    <div className="attachments" role="group" aria-label={label}>
      <div className="attachments-actions">
        <FileButton multiple accept={attachmentExtensions.join(',')} onChange={pick} resetRef={emptyField}>
          {props => (
            <Button {...props} variant="default" size="xs" leftSection={<Paperclip size={14} />}>
              Choose files
            </Button>
          )}
        </FileButton>
        {children}
        <Button variant="subtle" color="gray" size="xs" disabled={files.length === 0} onClick={clear}>
          Clear {label}
        </Button>
      </div>
      <p className="attachments-hint">
        Allowed: PDF, images, docs. Max size: 10MB per file. You can attach multiple files.
      </p>
      {rejected.length > 0 && (
        <Alert
          role="alert"
          color="red"
          variant="light"
          icon={<CircleAlert size={18} />}
          data-notice="danger"
          styles={{ message: { color: 'var(--mantine-color-text)', whiteSpace: 'pre-line' } }}
        >
          {rejected.join('\n')}
        </Alert>
      )}
      {files.length > 0 && (
        <ul className="attachments-list" aria-label="Files to send">
          {files.map(file => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <span className="attachments-name">{file.name}</span>
              <span className="attachments-size figures">{sizeInWords(file.size)}</span>
              <RowAction icon={X} label="Remove" of={file.name} onClick={() => remove(file)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
