import { useNavigate } from '@tanstack/react-router';
import { useCanOpen } from '../../platform/may-open';
import { toast } from '../../platform/notices';

/** Opens a duplicated order: its form, or its page for users who cannot edit orders. */
export function useDuplicatePage(): (order: { id: number; po_number: string }) => void {
  const navigate = useNavigate();
  const canOpen = useCanOpen();
  return ({ id, po_number }) => {
    toast.success(`${po_number} saved.`);
    const to = canOpen(`/purchases/${id}/edit`) ? '/purchases/$id/edit' : '/purchases/$id';
    void navigate({ to, params: { id: String(id) } });
  };
}
