import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notifications } from '#domain/notifications/notification.contract';
import { request } from '../../platform/api';
import { isReadBelow } from '../../platform/reload';

/** Marks one or all as read; every place that shows them is updated. */
export function useReading(): { read: (id: number) => void; readAll: () => void } {
  const client = useQueryClient();
  const reading = useMutation({
    mutationFn: (id: number | 'all') =>
      id === 'all' ? request(notifications.readAll) : request(notifications.read, { params: { id } }),
    onSettled: () => client.invalidateQueries({ predicate: query => isReadBelow(query, notifications.list) }),
  });
  return { read: id => reading.mutate(id), readAll: () => reading.mutate('all') };
}
