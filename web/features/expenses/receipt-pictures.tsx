import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { attachmentExtension } from '#domain/kernel/attachment-rules';
import type { Attachment } from '#domain/kernel/attachment-calls';
import { receiptOfExpense } from './expenses.queries';

type Props = { recordId: number; papers: readonly Attachment[] };

const isPicture = ({ file_name }: Attachment): boolean =>
  ['.jpg', '.jpeg', '.png'].includes(attachmentExtension(file_name) ?? '');

/** Receipts that are images, shown on the page; PDFs are opened from the table. */
export function ReceiptPictures({ recordId, papers }: Props) {
  const pictures = papers.filter(isPicture);
  if (pictures.length === 0) return null;
  return (
    <div className="receipt-pictures">
      {pictures.map(paper => (
        <ReceiptPicture key={paper.id} expenseId={recordId} paper={paper} />
      ))}
    </div>
  );
}

function ReceiptPicture({ expenseId, paper }: { expenseId: number; paper: Attachment }) {
  const file = useQuery(receiptOfExpense(expenseId, paper.id)).data;
  const address = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);
  if (!address)
    return <span className="receipt-picture" role="status" aria-label={`Loading ${paper.file_name}`} />;
  return (
    <a className="receipt-picture" href={address} target="_blank" rel="noreferrer">
      <img src={address} alt={`Receipt ${paper.file_name}`} />
    </a>
  );
}
