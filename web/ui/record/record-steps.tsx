import { useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { type ListPlace, useListPlace } from '../../platform/list-place';
import { asText } from '../../platform/page-path';
import type { RecordList } from '../../platform/queries';
import { useShortcut } from '../../platform/shortcuts';
import { useHeaderSlot } from './header-slot';
import { PlainLink } from '../links';
import { type Neighbour, type NeighbourOrNone, useNeighbours } from './use-neighbours';
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
  useStepKey('[', 'Previous in the list', list, previous);
  useStepKey(']', 'Next in the list', list, next);
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

/** Steps by key. Pressed while the neighbour is still loading, it steps once it is there. */
function useStepKey(key: '[' | ']', label: string, list: RecordList, to: NeighbourOrNone): void {
  const navigate = useNavigate();
  const isWanted = useRef(false);
  const step = (found: NeighbourOrNone) => {
    isWanted.current = found === 'loading';
    if (found && found !== 'loading') void navigate(addressOf(list, found));
  };
  useShortcut(key, label, () => step(to), to !== undefined);
  const stepIfWanted = useEffectEvent((found: NeighbourOrNone) => {
    if (isWanted.current) step(found);
  });
  useLayoutEffect(() => stepIfWanted(to), [to]);
}

/** A step takes the place of the record before it in the history, so that Back returns to the list. */
const addressOf = (list: RecordList, { id, place }: Neighbour) =>
  ({ to: asText(list.address(id)), search: {}, replace: true, state: { listPlace: place } }) as const;

type StepProps = { label: string; shortcut: '[' | ']'; list: RecordList; to: NeighbourOrNone };

function Step({ label, shortcut, list, to }: StepProps) {
  const Arrow = shortcut === '[' ? ChevronLeft : ChevronRight;
  const common = { className: 'record-step', 'aria-label': label, title: `${label} (${shortcut})` };
  return to && to !== 'loading' ? (
    <PlainLink {...common} {...addressOf(list, to)} aria-keyshortcuts={shortcut}>
      <Arrow size={18} aria-hidden />
    </PlainLink>
  ) : (
    <span {...common} role="link" aria-disabled="true">
      <Arrow size={18} aria-hidden />
    </span>
  );
}
