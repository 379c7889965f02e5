/** The ways in which messages reach a sink. Each says only that everything has arrived, or why it may not have. */
import type { JsonObject } from '@assize/evidence-format';
import type { Environment } from '../../tenants/index.ts';
import type { GuardedSockets, Sender } from '../../webhooks/sending/index.ts';
import { octetCounted } from '../messages/index.ts';
import { authoritiesIn, type SinkKind, type SyslogOptions } from '../sinks/index.ts';
import { appendLines } from './file.ts';

export interface TransportDeps {
  sender: Sender;
  sockets: GuardedSockets;
  /** null where this node writes no files. */
  filesDir: string | null;
}

/** A sink that is set up: its secrets are opened. */
export interface OpenSink {
  sinkId: string;
  kind: SinkKind;
  environment: Environment;
  options: JsonObject;
  secrets: JsonObject;
}

/** @returns null if all have arrived; otherwise the error in words. Never rejects because of the receiver. */
export function transmit(
  deps: TransportDeps,
  sink: OpenSink,
  messages: readonly string[],
  stop: AbortSignal,
): Promise<string | null> {
  return TRANSPORTS[sink.kind](deps, sink, messages, stop);
}

const TRANSPORTS: Record<SinkKind, typeof transmit> = {
  syslog({ sockets }, { options }, messages, stop) {
    const { host, port, tls, authorities } = options as unknown as SyslogOptions;
    const secured = tls ? { authorities: authoritiesIn(authorities) } : null;
    return sockets.sendAll({ host, port, tls: secured }, Buffer.concat(messages.map(octetCounted)), stop);
  },
  async http({ sender }, { environment, options, secrets }, messages, stop) {
    const target = { url: String(secrets.url), environment };
    const headers = secrets.token === '' ? {} : { [String(options.header)]: String(secrets.token) };
    return (await sender.send(target, headers, `[${messages.join(',')}]`, stop)).error;
  },
  async file({ filesDir }, { sinkId, options }, messages) {
    if (filesDir === null) return 'This node writes no files: ASSIZE_SIEM_FILES_DIR is not set.';
    const { rotate_mb, keep_files } = options;
    const limits = { rotateBytes: Number(rotate_mb) * 1_048_576, keep: Number(keep_files) };
    return appendLines(filesDir, sinkId, messages, limits);
  },
};
