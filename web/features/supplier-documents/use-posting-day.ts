import { useQuery } from '@tanstack/react-query';
import { postingDayOf } from './supplier-documents.queries';

/** The posting day of a document of this date (rule P13); nothing while the date is being entered. */
export function usePostingDay(date: string) {
  const isWhole = /^\d{4}-\d{2}-\d{2}$/.test(date);
  const found = useQuery({ ...postingDayOf(date), enabled: isWhole });
  return isWhole ? found.data : undefined;
}
