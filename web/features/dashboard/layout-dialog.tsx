import { ActionIcon, Checkbox, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { dashboard } from '#domain/dashboard/dashboard.contract';
import {
  type DashboardLayout,
  moved,
  type Widget,
  widgetNames,
  withShown,
} from '#domain/dashboard/dashboard-layout';
import { request } from '../../platform/api';
import { dashboardNow } from './dashboard.queries';

/** Which cards the user's dashboard shows, and in which order. Every change is saved at once. */
export function LayoutDialog({ layout, onClose }: { layout: DashboardLayout; onClose: () => void }) {
  const [chosen, setChosen] = useState(layout);
  const client = useQueryClient();
  const keep = useMutation({
    mutationFn: (body: DashboardLayout) => request(dashboard.arrange, { body }),
    // In sequence, so that the last choice wins.
    scope: { id: dashboard.arrange.path },
    onSettled: () => client.invalidateQueries({ queryKey: dashboardNow.queryKey }),
  });
  const change = (next: DashboardLayout) => {
    setChosen(next);
    keep.mutate(next);
  };
  const names = [...chosen.shown, ...chosen.hidden];
  return (
    <Modal opened onClose={onClose} title="Arrange the dashboard" size="sm">
      <ul className="dashboard-arrange">
        {names.map(name => (
          <Part key={name} name={name} layout={chosen} onChange={change} />
        ))}
      </ul>
    </Modal>
  );
}

function Part({
  name,
  layout,
  onChange,
}: {
  name: Widget;
  layout: DashboardLayout;
  onChange: (layout: DashboardLayout) => void;
}) {
  const place = layout.shown.indexOf(name);
  const isShown = place >= 0;
  const label = widgetNames[name];
  const move = (by: -1 | 1, words: string, icon: ReactNode, isAtEnd: boolean) => (
    <ActionIcon
      variant="default"
      aria-label={`Move ${label} ${words}`}
      // Stays focusable at either end, so that the keyboard focus is not lost.
      data-disabled={!isShown || isAtEnd || undefined}
      aria-disabled={!isShown || isAtEnd}
      onClick={() => onChange(moved(layout, name, by))}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <li>
      <Checkbox
        label={label}
        checked={isShown}
        onChange={event => onChange(withShown(layout, name, event.currentTarget.checked))}
      />
      <span>
        {move(-1, 'up', <ArrowUp size={16} />, place === 0)}
        {move(1, 'down', <ArrowDown size={16} />, place === layout.shown.length - 1)}
      </span>
    </li>
  );
}
