import { Button, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  fitsShelf,
  type LabelKind,
  labelKind,
  labelKindNames,
  type LabelSheetCode,
  labelSheetCode,
  labelSheetName,
  labelSheets,
  labelsOnSheet,
} from '#domain/products/label-sheet';
import { maxLabels, productLabels } from '#domain/products/product-label.contract';
import { requestFile } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { useLastChoice } from '../../platform/last-choice';
import { toast } from '../../platform/notices';
import { saveFile } from '../../platform/save-file';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { LabelCounts, type Labelled } from './label-counts';
import '../../ui/form.css';
import './labels-dialog.css';

type Props = { products: readonly Labelled[]; onClose: () => void };

/** Creates barcode or shelf labels as a PDF for a label sheet. */
export function LabelsDialog({ products, onClose }: Props) {
  const labels = useLabels(products, onClose);
  const { sheet, kind, total } = labels;
  const perSheet = labelsOnSheet(labelSheets[sheet]);
  return (
    <Modal opened onClose={onClose} title="Print labels" size="lg">
      <NoticeAlert notices={labels.notices} />
      <form
        className="form"
        noValidate
        onSubmit={event => {
          event.preventDefault();
          void labels.draw();
        }}
      >
        <div className="form-columns">
          <NativeSelect
            label="Kind"
            data-autofocus
            data={Object.entries(labelKindNames).map(([value, label]) => ({ value, label }))}
            value={kind}
            onChange={event => labels.setKind(event.currentTarget.value as LabelKind)}
          />
          <TextInput
            label="Labels already used"
            description="On the first sheet"
            inputMode="numeric"
            value={labels.skip}
            onChange={event => labels.setSkip(event.currentTarget.value)}
          />
          <NativeSelect
            className="form-wide"
            label="Sheet"
            data={labelSheetCode.options
              .filter(code => kind === 'barcode' || fitsShelf(code))
              .map(code => ({ value: code, label: labelSheetName(code) }))}
            value={sheet}
            onChange={event => labels.setSheet(event.currentTarget.value as LabelSheetCode)}
          />
        </div>
        <LabelCounts products={products} counts={labels.counts} onChange={labels.setCount} />
        <p className="label-total" aria-live="polite">
          {total === 1 ? '1 label' : `${total} labels`} on{' '}
          {Math.ceil((total + labels.skipped) / perSheet) === 1
            ? '1 sheet'
            : `${Math.ceil((total + labels.skipped) / perSheet)} sheets`}
          . Print at 100%, without fitting to the page.
        </p>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={labels.busy} disabled={total === 0}>
            Create PDF
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

const countFromText = (text: string | undefined) => (/^\d{1,3}$/.test(text?.trim() ?? '') ? Number(text) : 0);

function useLabels(products: readonly Labelled[], onDone: () => void) {
  const [kind, setKind] = useLastChoice('label-kind', labelKind.options, 'barcode');
  const [lastSheet, setSheet] = useLastChoice('label-sheet', labelSheetCode.options, 'L7160');
  const sheet = kind === 'shelf' && !fitsShelf(lastSheet) ? 'L7160' : lastSheet;
  const [skip, setSkip] = useState('0');
  const [busy, setBusy] = useState(false);
  const notices = useNotice();
  const [counts, setCounts] = useState<Readonly<Record<number, string>>>(() =>
    Object.fromEntries(products.map(({ id, count }) => [id, String(count ?? 1)])),
  );
  const labels = products
    .map(({ id }) => ({ id, count: countFromText(counts[id]) }))
    .filter(({ count }) => count > 0);
  const total = labels.reduce((sum, { count }) => sum + count, 0);

  const draw = async () => {
    if (total > maxLabels)
      return notices.failed(`Print at most ${maxLabels.toLocaleString('en-GB')} labels at once.`);
    setBusy(true);
    notices.dismiss();
    try {
      const items = labels.map(({ id, count }) => `${id}x${count}`).join(',');
      const query = { sheet, kind, items, skip: String(countFromText(skip)) };
      saveFile(await requestFile(productLabels, { query, shownInPlace: true }), `labels-${sheet}.pdf`);
      toast.success('The labels have been downloaded.');
      onDone();
    } catch (error) {
      notices.failed(messageOf(error, 'The labels could not be created. Try again.'));
    } finally {
      setBusy(false);
    }
  };
  return {
    kind,
    setKind,
    sheet,
    setSheet,
    skip,
    skipped: countFromText(skip),
    setSkip,
    counts,
    setCount: (id: number, count: string) => setCounts({ ...counts, [id]: count }),
    total,
    busy,
    notices,
    draw,
  };
}
