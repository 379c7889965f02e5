/** Which decisions are shown: the filters in the address. */

export interface DecidedFilters {
  agent_id?: string;
  action?: string;
  cursor?: string;
}

/** As long as the service takes. */
const MOST_CHARACTERS = 256;

/** Reads the address; what it can't read is left out. */
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
