import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { countOf } from '#domain/kernel/count-of';
import { imports } from '#domain/imports/import.contract';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { Card } from '../../ui/card';
import { Problem, type StepProps } from './step';

/** Chooses the sheet of a workbook. Shown if there are several, since the first is often a cover. */
export function SheetChoice({ imported, onChange }: StepProps) {
  const { id, sheets, sheet, version } = imported;
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (sheets.length < 2) return null;
  const choose = async (chosen: string) => {
    setBusy(true);
    setProblem(null);
    try {
      onChange(
        await request(imports.chooseSheet, {
          params: { id },
          body: { sheet: chosen, version },
          shownInPlace: true,
        }),
      );
    } catch (error) {
      setProblem(messageOf(error, 'The sheet could not be read. Try again.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title="Sheet">
      {problem && <Problem text={problem} />}
      <NativeSelect
        aria-label="Sheet"
        description={`The file has ${countOf(sheets.length, 'sheet')}. The sheet with the best matching headers is selected.`}
        maw={420}
        value={sheet ?? ''}
        disabled={busy}
        data={[...new Set(sheets)]}
        onChange={event => void choose(event.currentTarget.value)}
      />
    </Card>
  );
}
