type Props = {
  supplier: { id: number; name: string; email: string | null };
  opened: boolean;
  onClose: () => void;
};
export const SendSupplierEmailModal = (_: Props) => null;
