import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Card } from '../card';
import { DocumentFoot } from './document-foot';
import type { KeyedLine } from './line-store';
import { LinesStatus } from './lines-status';

type Props<Line extends KeyedLine> = React.ComponentProps<typeof LinesStatus<Line>> & {
  title: string;
  /** What assistive technology calls the lines. */
  label: string;
  className: string;
  addLabel: string;
  onAdd: () => void;
  list: Ref<HTMLDivElement>;
  kept: React.ComponentProps<typeof DocumentFoot>['kept'];
  totals: ReactNode;
  /** The lines themselves. */
  children: ReactNode;
};

/** The lines of a document that is entered: they can be added and pasted, with their totals below. */
export const LinesCard = <Line extends KeyedLine>({
  title,
  label,
  className,
  addLabel,
  onAdd,
  list,
  kept,
  totals,
  children,
  ...status
}: Props<Line>) => (
  <Card
    title={title}
    flush
    actions={
      <Button variant="default" size="xs" leftSection={<Plus size={14} />} onClick={onAdd}>
        {addLabel}
      </Button>
    }
  >
    <div className={className} role="group" aria-label={label} ref={list} onPaste={status.paste.onPaste}>
      {children}
    </div>
    <LinesStatus {...status} />
    <DocumentFoot kept={kept}>{totals}</DocumentFoot>
  </Card>
);
