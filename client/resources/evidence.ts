/** The record of decisions: one artifact, all that a filter finds, the proof of one, and whole exports. */
import type {
  Artifact,
  ArtifactInFull,
  EvidencePage,
  EvidenceSearch,
  Export,
  ExportRequest,
  Verification,
  VerifierKeys,
} from '../api.ts';
import type { CallOptions } from '../connection.ts';
import { part, Resource } from './resource.ts';

const MAX_PAGE = 100;

/** Needs evidence:read. */
export class Evidence extends Resource {
  /** The artifact, with its leaf: the bytes that its hash covers. */
  find(id: string, options?: CallOptions): Promise<ArtifactInFull> {
    return this.get(`/api/v1/evidence/${part(id)}`, options);
  }

  /** One page, newest first. */
  search(filter: EvidenceSearch = {}, options: CallOptions = {}): Promise<EvidencePage> {
    const path = '/api/v1/evidence/search';
    return this.connection.json({ method: 'POST', path, body: filter, repeatable: true, ...options });
  }

  /** All that the filter finds, newest first, read as needed. Records made meanwhile are left out. */
  async *list(
    filter: Omit<EvidenceSearch, 'limit' | 'offset'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Artifact> {
    let pinned = filter;
    let before = new Set<string>();
    for (let offset = 0, total = 1; offset < total; offset += MAX_PAGE) {
      const page = await this.search({ ...pinned, limit: MAX_PAGE, offset }, options);
      const [newest] = page.items;
      if (offset === 0 && newest !== undefined) pinned = { to_date: justAfter(newest), ...filter };
      // A record from the same millisecond as the newest has moved the others back.
      yield* page.items.filter(({ id }) => !before.has(id));
      before = new Set(page.items.map(({ id }) => id));
      ({ total } = page);
    }
  }

  /** A C2SP tlog-proof; `@assize/client/proof` checks it without the service. */
  proof(id: string, options?: CallOptions): Promise<string> {
    return this.#text(`/api/v1/evidence/${part(id)}/proof`, options);
  }

  /** The newest signed note of the chain's length and hash. Keep it where the operator can't change it. */
  checkpoint(options?: CallOptions): Promise<string> {
    return this.#text('/api/v1/evidence/checkpoint', options);
  }

  verifierKeys(options?: CallOptions): Promise<VerifierKeys> {
    return this.get('/api/v1/evidence/verifier-keys', options);
  }

  /** Asks the service to recompute its chain. */
  verify(
    query: { full?: boolean; trusted_checkpoint?: string } = {},
    options?: CallOptions,
  ): Promise<Verification> {
    return this.get('/api/v1/evidence/verify', options, { ...query });
  }

  /** Ties an export to the newest checkpoint. The same bytes can then be downloaded any number of times. */
  createExport(request: ExportRequest, options?: CallOptions): Promise<Export> {
    return this.send('POST', '/api/v1/evidence/export', request, options);
  }

  /** The export's bytes. The time limit covers only the start of the answer. */
  async download(exportId: string, options: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    const path = `/api/v1/evidence/export/${part(exportId)}/download`;
    return this.connection.stream({ method: 'GET', path, repeatable: true, ...options });
  }

  /** Creates an export, and starts to download it. */
  async export(request: ExportRequest, options?: CallOptions): Promise<ReadableStream<Uint8Array>> {
    const { export_id: id } = await this.createExport(request, options);
    return this.download(id, options);
  }

  #text(path: string, options: CallOptions = {}): Promise<string> {
    return this.connection.text({ method: 'GET', path, repeatable: true, ...options });
  }
}

function justAfter({ created_at }: Artifact): string {
  return new Date(Date.parse(created_at) + 1).toISOString();
}
