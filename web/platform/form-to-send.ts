import { slowestUpload } from '#domain/kernel/upload-rate';
import { requestTimeout } from './request-timeout';

/** A form with files for a call, which may take as long as the slowest line that the server accepts needs for them. */
export function formToSend(form: FormData): { form: FormData; patience: number } {
  const sizes = [...form.values()].map(value => (value instanceof File ? value.size : 0));
  const bytes = sizes.reduce((all, size) => all + size, 0);
  return { form, patience: requestTimeout + (bytes / slowestUpload) * 1000 };
}
