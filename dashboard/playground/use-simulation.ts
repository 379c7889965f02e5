/** The verdict that a draft would get: asked for when a person pauses, and nothing is recorded. */
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Simulation } from '../../client/api.ts';
import { apiOf, unwrap } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { type Draft, requestOf } from './draft.ts';

const PAUSE_MS = 300;
/** A verdict changes with the governance in force, so an old one is not shown again. */
const KEPT_MS = 30_000;

/** @param draft null while it can't be asked about. */
export function useSimulation(draft: Draft | null): UseQueryResult<Simulation> {
  const environment = useEnvironment();
  const asked = useSettled(draft === null ? null : JSON.stringify(requestOf(draft)));
  return useQuery({
    queryKey: [environment, 'simulate', asked],
    queryFn: ({ signal }) => {
      const body = JSON.parse(asked ?? '{}');
      return unwrap(apiOf(environment).POST('/api/v1/core/governance/simulate', { body, signal }));
    },
    enabled: asked !== null,
    retry: false,
    staleTime: 0,
    gcTime: KEPT_MS,
    placeholderData: keepPreviousData,
  });
}

/** The value once it has stood for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
