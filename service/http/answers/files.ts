/** Files as answers: their types, and the headers that name them. */
import * as is from '../schemas/fields.ts';

const MEDIA_TYPES = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  pdf: 'application/pdf',
} as const;

export const Pdf = is.text({ contentMediaType: 'application/pdf' });

/** The headers of a file to save under a name of this service. */
export function attachment(name: string, format: keyof typeof MEDIA_TYPES): Record<string, string> {
  return { 'content-type': MEDIA_TYPES[format], 'content-disposition': `attachment; filename="${name}"` };
}
