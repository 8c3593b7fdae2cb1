import { Button, FileButton, Group } from '@mantine/core';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { type CompanySettings, companySettings } from '#domain/settings/company.contract';
import { confirmedRemoval } from '../../platform/confirm';
import { request } from '../../platform/api';
import { formToSend } from '../../platform/form-to-send';
import { NoticeAlert, useNotice } from '../../ui/notice';

type Props = { company: CompanySettings; onSaved: (saved: CompanySettings) => void };

/** The document header with the logo buttons. */
export function LogoFields({ company, onSaved }: Props) {
  const { head, logo } = company;
  const { notices, busy, add, remove } = useChangeLogo(onSaved);
  // Browsers report picking the same file again only if the field was cleared.
  const emptyField = useRef<() => void>(null);
  return (
    <>
      <NoticeAlert notices={notices} />
      <figure className="company-head" aria-label="Document header">
        <div>
          {logo && <img src={logo.address} alt="Logo" width={logo.width} height={logo.height} />}
          <b>{head.name}</b>
        </div>
        <ul>
          {head.lines.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </figure>
      <Group gap={8}>
        <FileButton
          accept=".jpg,.jpeg,.png"
          resetRef={emptyField}
          onChange={file => {
            if (file) add(file);
            emptyField.current?.();
          }}
        >
          {props => (
            <Button {...props} variant="default" leftSection={<ImagePlus size={16} />} loading={busy}>
              {logo ? 'Choose another logo' : 'Choose a logo'}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button
            variant="default"
            leftSection={<Trash2 size={16} />}
            disabled={busy}
            onClick={() => void remove()}
          >
            Remove logo
          </Button>
        )}
      </Group>
    </>
  );
}

function useChangeLogo(onSaved: Props['onSaved']) {
  const notices = useNotice();
  const [busy, setBusy] = useState(false);
  const whileBusy = async (work: () => Promise<CompanySettings>, failure: string) => {
    setBusy(true);
    notices.dismiss();
    try {
      onSaved(await work());
    } catch (error) {
      notices.failedWrite(error, failure);
    } finally {
      setBusy(false);
    }
  };
  return {
    notices,
    busy,
    add: (file: File) => {
      const form = new FormData();
      form.append('logo', file, file.name);
      void whileBusy(
        () => request(companySettings.addLogo, { ...formToSend(form), shownInPlace: true }),
        'The logo could not be saved. Try again.',
      );
    },
    remove: async () => {
      if (!(await confirmedRemoval('Remove logo?', 'Remove'))) return;
      await whileBusy(
        () => request(companySettings.removeLogo, { shownInPlace: true }),
        'The logo could not be removed. Try again.',
      );
    },
  };
}
