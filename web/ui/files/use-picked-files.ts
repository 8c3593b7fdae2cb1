import { useState } from 'react';
import { cleanFileName, refuseByName, refuseBySize } from '#domain/kernel/attachment-rules';

/** The maximum the server accepts in one form. */
const maxFiles = 10;

export type PickedFiles = {
  readonly files: readonly File[];
  /** Why files of the last pick were rejected, one sentence each (SE-04). */
  readonly rejected: readonly string[];
  readonly add: (picked: readonly File[]) => void;
  readonly remove: (file: File) => void;
  readonly clear: () => void;
  /** Removes the files that the server rejected and keeps the rest (SE-04). */
  readonly refused: (messages: readonly string[]) => void;
};

/**
 * The files picked for a message or record, named in `to`. Files that are not allowed are rejected; the rest
 * are kept.
 */
export function usePickedFiles(to = 'one email'): PickedFiles {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [rejected, setRejected] = useState<readonly string[]>([]);
  return {
    files,
    rejected,
    add: picked => {
      const judged = picked.map(file => ({ file, reason: refusalOf(file) }));
      const accepted = judged.filter(({ reason }) => reason === null).map(({ file }) => file);
      const all = [...files, ...accepted.filter(file => !files.some(existing => sameFile(existing, file)))];
      setFiles(all.slice(0, maxFiles));
      setRejected([
        ...judged.flatMap(({ reason }) => reason ?? []),
        ...all
          .slice(maxFiles)
          .map(file => `${file.name}: At most ${maxFiles} files can be attached to ${to}`),
      ]);
    },
    remove: file => {
      setFiles(files.filter(other => other !== file));
      setRejected([]);
    },
    clear: () => {
      setFiles([]);
      setRejected([]);
    },
    refused: messages => {
      const isNamed = ({ name }: File) =>
        messages.some(message => message.startsWith(`${cleanFileName(name)}: `));
      setFiles(files.filter(file => !isNamed(file)));
      setRejected(messages);
    },
  };
}

const refusalOf = ({ name, size }: File): string | null => refuseByName(name) ?? refuseBySize(name, size);

const sameFile = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
