/** The filters in the address that choose which decisions are shown. */

export interface DecidedFilters {
  agent_id?: string;
  action?: string;
  cursor?: string;
}

/** The longest text that the service takes. */
const MOST_CHARACTERS = 256;

/** Reads the address and ignores what it can't read. */
export function filtersIn(search: Record<string, unknown>): DecidedFilters {
  const filters: DecidedFilters = {};
  if (isFilter(search.agent)) filters.agent_id = search.agent;
  if (isFilter(search.action)) filters.action = search.action;
  if (typeof search.cursor === 'string') filters.cursor = search.cursor;
  return filters;
}

function isFilter(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MOST_CHARACTERS;
}
