/** Sets what the directory may do, as a whole. */
import type { DirectoryRequest } from '../../client/api.ts';
import { useWrite } from '../api/read.ts';

export function useSetDirectory() {
  return useWrite(
    (api, body: DirectoryRequest) => api.PUT('/api/v1/directory', { body }),
    ['/api/v1/directory'],
  );
}
