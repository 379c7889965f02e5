/** The addresses of the dashboard's pages, for links in letters. */
import type { Addressee } from './letter.ts';

/** @param path such as `/approvals`. @param id of the thing that the page shows; undefined for a list. */
export function pageOf(
  { baseUrl, environment }: Pick<Addressee, 'baseUrl' | 'environment'>,
  path: string,
  id?: string,
): string {
  const place = id === undefined ? path : `${path}/${encodeURIComponent(id)}`;
  return `${baseUrl}${place}${environment === 'sandbox' ? '?env=sandbox' : ''}`;
}
