import { useState } from 'react';
import { type ExportFile, exportFiles } from '#domain/exports/export.contract';
import { messageOf } from '../../platform/api-error';
import { requestWholeFile } from '../../platform/request-whole-file';
import { saveFile } from '../../platform/save-file';
import type { Notices } from '../../ui/notice';

export type Downloading = { readonly id: number; readonly bytes: number };

/** Downloads a file, and how much of it has arrived. */
export function useDownload(notices: Notices) {
  const [downloading, setDownloading] = useState<Downloading | null>(null);
  const download = async ({ id, file_name, bytes, sha256 }: ExportFile) => {
    if (downloading !== null || file_name === null || sha256 === null) return;
    notices.dismiss();
    setDownloading({ id, bytes: 0 });
    try {
      const stored = { bytes, sha256 };
      const onBytes = (arrived: number) => setDownloading({ id, bytes: arrived });
      saveFile(await requestWholeFile(exportFiles.file, { params: { id } }, stored, onBytes), file_name);
    } catch (error) {
      notices.failed(messageOf(error, 'The file could not be downloaded. Try again.'));
    } finally {
      setDownloading(null);
    }
  };
  return { downloading, download };
}
