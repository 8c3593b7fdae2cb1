import { Alert, Button, Modal, VisuallyHidden } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { dashboard } from '#domain/dashboard/dashboard.contract';
import {
  type DashboardLayout,
  defaultLayout,
  isDefaultLayout,
  placedAt,
  visibleCards,
  type Widget,
  widgetNames,
  withShown,
} from '#domain/dashboard/dashboard-layout';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { useDragOrder } from '../../ui/table/use-drag-order';
import { dashboardNow } from './dashboard.queries';
import { LayoutCard } from './layout-card';

type Props = {
  layout: DashboardLayout;
  /** The cards that the user has permission for; the others keep their places unseen. */
  available: readonly Widget[];
  onClose: () => void;
};

/** Which cards the user's dashboard shows, and in which order. Every change is saved at once. */
export function LayoutDialog({ layout, available, onClose }: Props) {
  const [announced, announce] = useState('');
  const { chosen, change, failure } = useArrangement(layout, () => announce(''));
  const shown = visibleCards(chosen, available);
  const hidden = chosen.hidden.filter(name => available.includes(name));

  const moveTo = (name: Widget, place: number) => {
    const next = placedAt(chosen, name, place, available);
    if (next === chosen) return;
    change(next);
    const now = visibleCards(next, available).indexOf(name) + 1;
    announce(`${widgetNames[name]} moved to place ${now} of ${shown.length}.`);
  };
  const drag = useDragOrder({
    count: shown.length,
    onDrop: (from, to) => {
      const name = shown[from];
      if (name) moveTo(name, to);
    },
  });

  return (
    <Modal opened onClose={onClose} title="Arrange the dashboard" size="sm">
      {failure !== null && (
        <Alert role="alert" color="red" variant="light" mb={12} data-notice="danger">
          The change was not saved, so the saved arrangement is shown again. {failure}
        </Alert>
      )}
      <p className="dashboard-against">Drag a card or use its arrows. Only your own dashboard changes.</p>
      <ul className="dashboard-arrange">
        {[...shown, ...hidden].map((name, place) => (
          <LayoutCard
            key={name}
            label={widgetNames[name]}
            place={place < shown.length ? { at: place, last: shown.length - 1 } : null}
            drag={drag}
            onShow={isShown => {
              change(withShown(chosen, name, isShown));
              announce(`${widgetNames[name]} ${isShown ? 'shown, in the last place' : 'hidden'}.`);
            }}
            onMove={by => moveTo(name, place + by)}
          />
        ))}
      </ul>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
      <Button
        variant="default"
        leftSection={<RotateCcw size={16} />}
        // Keeps the focus once there is nothing left to reset.
        data-disabled={isDefaultLayout(chosen) || undefined}
        aria-disabled={isDefaultLayout(chosen)}
        onClick={() => {
          if (isDefaultLayout(chosen)) return;
          change(defaultLayout);
          announce('The default arrangement is back.');
        }}
      >
        Reset to default
      </Button>
    </Modal>
  );
}

/**
 * The arrangement, how to change it, and why the last change could not be saved. While a change is being saved it is
 * already shown; then what is saved counts.
 */
function useArrangement(saved: DashboardLayout, onFailure: () => void) {
  const [unsaved, setUnsaved] = useState<DashboardLayout | null>(null);
  const client = useQueryClient();
  const isLast = () => client.isMutating({ mutationKey }) === 1;
  const keep = useMutation({
    mutationKey,
    mutationFn: (body: DashboardLayout) => request(dashboard.arrange, { body, shownInPlace: true }),
    // In sequence, so that the last choice wins.
    scope: { id: dashboard.arrange.path },
    onSuccess: layout =>
      client.setQueryData(dashboardNow.queryKey, figures => figures && { ...figures, layout }),
    onError: onFailure,
    onSettled: async () => {
      if (!isLast()) return;
      await client.invalidateQueries({ queryKey: dashboardNow.queryKey });
      if (isLast()) setUnsaved(null);
    },
  });
  return {
    chosen: unsaved ?? saved,
    failure: keep.error && messageOf(keep.error, 'Try again.'),
    change: (next: DashboardLayout) => {
      setUnsaved(next);
      keep.mutate(next);
    },
  };
}

const mutationKey = ['arrange dashboard'];
