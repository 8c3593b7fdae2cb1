export const SupplierEmailsCard = (_: { supplierId: number }) => null;
