/** Keys, usage and bills. */
import type {
  ApiKeyList,
  ApiKeyRequest,
  Billing,
  NewApiKey,
  RevokedApiKey,
  UsageHistory,
  UsageSummary,
} from '../api.ts';
import type { CallOptions } from '../connection.ts';
import { part, Resource } from './resource.ts';

/** API keys. Needs keys:manage. */
export class Keys extends Resource {
  /** The answer contains the secret; it is shown only this once. */
  create(key: ApiKeyRequest, options?: CallOptions): Promise<NewApiKey> {
    return this.send('POST', '/api/v1/api-keys', key, options);
  }

  list(options?: CallOptions): Promise<ApiKeyList> {
    return this.get('/api/v1/api-keys', options);
  }

  revoke(id: string, options?: CallOptions): Promise<RevokedApiKey> {
    return this.send('DELETE', `/api/v1/api-keys/${part(id)}`, undefined, options);
  }
}

/** Meters and bills. Needs usage:read. */
export class Usage extends Resource {
  summary(options?: CallOptions): Promise<UsageSummary> {
    return this.get('/api/v1/usage/summary', options);
  }

  billing(options?: CallOptions): Promise<Billing> {
    return this.get('/api/v1/usage/billing', options);
  }

  history(options?: CallOptions): Promise<UsageHistory> {
    return this.get('/api/v1/usage/history', options);
  }
}
