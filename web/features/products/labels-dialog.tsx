import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
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
import { useUnsaved } from '../../platform/unsaved';
import { enterToNextField } from '../../ui/form/enter-to-next-field';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { countFromText, fromZero, LabelCounts, type Labelled } from './label-counts';
import '../../ui/form/form.css';
import './labels-dialog.css';

type Props = { products: readonly Labelled[]; onClose: () => void };

/** Creates barcode or shelf labels as a PDF for a label sheet. */
export function LabelsDialog({ products, onClose }: Props) {
  const labels = useLabels(products, onClose);
  const { sheet, kind, total } = labels;
  const sheets = Math.ceil((total + (labels.skipped ?? 0)) / labelsOnSheet(labelSheets[sheet]));
  return (
    <GuardedDialog onClose={onClose} title="Print labels" size="lg">
      <NoticeAlert notices={labels.notices} />
      <form
        className="form"
        noValidate
        onKeyDown={event => enterToNextField(event, true)}
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
            error={labels.skipped === null && fromZero}
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
          {total === 1 ? '1 label' : `${total} labels`} on {sheets === 1 ? '1 sheet' : `${sheets} sheets`}.
          Print at 100%, without fitting to the page.
        </p>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={labels.busy}>
            Create PDF
          </Button>
        </Group>
      </form>
    </GuardedDialog>
  );
}

function useLabels(products: readonly Labelled[], onDone: () => void) {
  const [kind, setKind] = useLastChoice('label-kind', labelKind.options, 'barcode');
  const [lastSheet, setSheet] = useLastChoice('label-sheet', labelSheetCode.options, 'L7160');
  const sheet = kind === 'shelf' && !fitsShelf(lastSheet) ? 'L7160' : lastSheet;
  const [skip, setSkip] = useState('0');
  const [busy, setBusy] = useState(false);
  const notices = useNotice();
  const [proposed] = useState(() =>
    Object.fromEntries(products.map(({ id, count }) => [id, String(count ?? 1)])),
  );
  const [counts, setCounts] = useState<Readonly<Record<number, string>>>(proposed);
  useUnsaved(() => products.some(({ id }) => counts[id] !== proposed[id]));
  const labels = products.flatMap(({ id }) => {
    const count = countFromText(counts[id]);
    return count ? [{ id, count }] : [];
  });
  const total = labels.reduce((sum, { count }) => sum + count, 0);
  const skipped = countFromText(skip);
  /** What prevents printing; a field that cannot be read may be on another page of the table. */
  const problem = (): string | null => {
    if (skipped === null) return `Labels already used: ${fromZero}`;
    const unread = products.find(({ id }) => countFromText(counts[id]) === null);
    if (unread) return `${unread.name}: ${fromZero}`;
    if (total === 0) return 'Enter how many labels to print.';
    return total > maxLabels ? `Print at most ${maxLabels.toLocaleString('en-GB')} labels at once.` : null;
  };

  const draw = async () => {
    const found = problem();
    if (found !== null) return notices.failed(found);
    setBusy(true);
    notices.dismiss();
    try {
      const items = labels.map(({ id, count }) => `${id}x${count}`).join(',');
      const query = { sheet, kind, items, skip: String(skipped) };
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
    skipped,
    setSkip,
    counts,
    setCount: (id: number, count: string) => setCounts({ ...counts, [id]: count }),
    total,
    busy,
    notices,
    draw,
  };
}
