/** Puts other routes in force. Each change is a new version of the settings, like every change of them. */
import type { CurrentSettings } from '../../client/api.ts';
import { useWrite } from '../api/read.ts';
import type { ApprovalRoute } from './draft.ts';

export function useRoutes({ settings, version }: CurrentSettings) {
  return useWrite(
    (api, routes: readonly ApprovalRoute[]) => {
      const approvals = { ...settings.approvals, routes: [...routes] };
      const body = { settings: { ...settings, approvals }, expected_version: version };
      return api.PUT('/api/v1/settings', { body });
    },
    ['/api/v1/settings', '/api/v1/settings/versions'],
  );
}

export type PutRoutes = ReturnType<typeof useRoutes>;
