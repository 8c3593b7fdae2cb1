import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { createPortal } from 'react-dom';
import { type ListPlace, useListPlace } from '../platform/list-place';
import { asText } from '../platform/page-path';
import type { RecordList } from '../platform/queries';
import { useShortcut } from '../platform/shortcuts';
import { useHeaderSlot } from './header-slot';
import { type Neighbour, useNeighbours } from './use-neighbours';
import './record-steps.css';

type Props = { id: number; list: RecordList };

/** The previous and the next record of the list that this one was opened from; nothing if from elsewhere. */
export function RecordSteps({ id, list }: Props) {
  const place = useListPlace(id);
  const slot = useHeaderSlot();
  if (!slot || place?.list !== list.name) return null;
  return createPortal(<Steps id={id} list={list} place={place} />, slot);
}

function Steps({ id, list, place }: Props & { place: ListPlace }) {
  const neighbours = useNeighbours(id, list, place);
  const { previous, next, position } = neighbours ?? {};
  const navigate = useNavigate();
  const go = (to: Neighbour | undefined) => to && void navigate(addressOf(list, to));
  useShortcut('[', 'Previous in the list', () => go(previous), previous !== undefined);
  useShortcut(']', 'Next in the list', () => go(next), next !== undefined);
  if (!neighbours) return null;
  return (
    <nav aria-label="In the list" className="record-steps">
      <Step label="Previous in the list" shortcut="[" list={list} to={previous} />
      <span className="record-steps-place figures">
        {position === undefined ? '—' : position.toLocaleString('en-GB')} of{' '}
        {neighbours.total.toLocaleString('en-GB')}
      </span>
      <Step label="Next in the list" shortcut="]" list={list} to={next} />
    </nav>
  );
}

/** A step takes the place of the record before it in the history, so that Back returns to the list. */
const addressOf = (list: RecordList, { id, place }: Neighbour) =>
  ({ to: asText(list.address(id)), search: {}, replace: true, state: { listPlace: place } }) as const;

type StepProps = { label: string; shortcut: '[' | ']'; list: RecordList; to: Neighbour | undefined };

function Step({ label, shortcut, list, to }: StepProps) {
  const Arrow = shortcut === '[' ? ChevronLeft : ChevronRight;
  const common = { className: 'record-step', 'aria-label': label, title: `${label} (${shortcut})` };
  return to ? (
    <Link {...common} {...addressOf(list, to)} aria-keyshortcuts={shortcut}>
      <Arrow size={18} aria-hidden />
    </Link>
  ) : (
    <span {...common} role="link" aria-disabled="true">
      <Arrow size={18} aria-hidden />
    </span>
  );
}
