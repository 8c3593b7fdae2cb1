import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { type ImportDetail, imports } from '#domain/imports/import.contract';
import { requestFile } from '../../platform/api';
import { saveFile } from '../../platform/save-file';

/** Downloads the rejected rows with their reasons, to correct and upload again. */
export function RejectsButton({
  imported,
  size = 'sm',
  words = 'Download rejected rows',
}: {
  imported: ImportDetail;
  size?: 'xs' | 'sm';
  words?: string;
}) {
  const save = async () => {
    const file = await requestFile(imports.rejects, { params: { id: imported.id } }).catch(() => undefined);
    if (file) saveFile(file, `${imported.file_name.replace(/\.[^.]*$/, '')} rejected.csv`);
  };
  return (
    <Button variant="default" size={size} leftSection={<Download size={16} />} onClick={() => void save()}>
      {words}
    </Button>
  );
}
