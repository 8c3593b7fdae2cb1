import { useState } from 'react';
import { productImages } from '#domain/products/product-image.contract';
import { confirmedRemoval } from '../../platform/confirm';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { formToSend } from '../../platform/form-to-send';
import { useNotice } from '../../ui/notice';

export type ChangePictures = ReturnType<typeof useChangePictures>;

/** The actions for a product's pictures; failures are shown in its notices. */
export function useChangePictures(id: number, onChanged: () => void) {
  const notices = useNotice();
  const [busy, setBusy] = useState(false);

  const whileBusy = async (work: () => Promise<unknown>, failure: string) => {
    setBusy(true);
    notices.dismiss();
    try {
      await work();
      onChanged();
    } catch (error) {
      notices.failedWrite(error, failure);
    } finally {
      setBusy(false);
    }
  };
  /** One by one, so that a refused picture does not hold back the others (finding F51). */
  const addEach = async (files: readonly File[]) => {
    setBusy(true);
    notices.dismiss();
    const refused: string[] = [];
    for (const file of files) {
      const form = new FormData();
      form.append('images[]', file, file.name);
      try {
        await request(productImages.add, { params: { id }, ...formToSend(form), shownInPlace: true });
      } catch (error) {
        refused.push(messageOf(error, `${file.name} could not be added. Try again.`));
      }
    }
    if (refused.length < files.length) onChanged();
    if (refused.length > 0) notices.failed([...new Set(refused)].join('\n'));
    setBusy(false);
  };
  return {
    notices,
    busy,
    add: (files: readonly File[]) => {
      if (files.length > 0) void addEach(files);
    },
    makeFirst: (image_id: number) =>
      void whileBusy(
        () => request(productImages.makeFirst, { params: { id, image_id }, shownInPlace: true }),
        'The picture could not be moved. Try again.',
      ),
    remove: async (image_id: number) => {
      if (!(await confirmedRemoval('Remove this picture?', 'Remove'))) return;
      await whileBusy(
        () => request(productImages.remove, { params: { id, image_id }, shownInPlace: true }),
        'The picture could not be removed. Try again.',
      );
    },
  };
}
