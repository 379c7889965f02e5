/**
 * Starts the process of one worker.
 *
 * `node:cluster` accepts a connection in the first process, hands it to a worker, and waits for the worker to say that
 * it took it. If the worker dies first, the wait never ends, and neither does the client's. So when a worker ends, it is
 * reported to `node:cluster` as refusing the connections that it had not taken. Another worker then gets them; if none
 * listens, they are closed.
 */
import cluster, { type Worker } from 'node:cluster';
import { PROGRAM } from '../../database/nodes/releases.ts';

/** Messages of `node:cluster` between its processes (lib/internal/cluster/utils.js). */
interface ClusterMessage {
  act?: string;
  seq?: number;
  ack?: number;
  accepted?: boolean;
}

interface Connection {
  close(): void;
}

/** Workers that closed their ports because they stop. Their processes still exist. */
const closed = new WeakSet<Worker>();

/**
 * @param isFirst whether it prints the greeting. @param listening the workers that have reported to listen.
 * @throws where the system starts no process, such as ETXTBSY while the files of Node are being replaced.
 */
export function forkWorker(
  { isFirst, json }: { isFirst: boolean; json: boolean },
  listening: () => Iterable<Worker>,
): Worker {
  cluster.setupPrimary({
    serialization: 'advanced',
    args: [
      'serve',
      `--of-version=${PROGRAM}`,
      ...(isFirst ? [] : ['--no-greeting']),
      ...(json ? ['--json'] : []),
    ],
  });
  const worker = cluster.fork();
  giveBackAtItsEnd(worker, () => [...listening()].some((other) => other !== worker && !closed.has(other)));
  return worker;
}

function giveBackAtItsEnd(worker: Worker, othersListen: () => boolean): void {
  const { process } = worker;
  const send = process.send.bind(process) as (...message: unknown[]) => boolean;
  const notTaken = new Map<number, Connection>();
  process.send = (...sent: unknown[]) => {
    const { act, seq } = sent[0] as ClusterMessage;
    if (act === 'newconn' && seq !== undefined) notTaken.set(seq, sent[1] as Connection);
    return send(...sent);
  };
  process.on('internalMessage', ({ act, ack, accepted }: ClusterMessage) => {
    if (act === 'close') closed.add(worker);
    if (ack === undefined) return;
    // `node:cluster` keeps a connection forever if it is given back while no port is open.
    if (accepted === false && !othersListen()) notTaken.get(ack)?.close();
    notTaken.delete(ack);
  });
  const giveBack = (): void => {
    for (const [ack, connection] of notTaken) {
      if (othersListen())
        process.emit(
          'internalMessage' as 'message',
          { cmd: 'NODE_CLUSTER', ack, accepted: false },
          undefined,
        );
      else connection.close();
    }
    notTaken.clear();
  };
  // `node:cluster` hands it connections until the later of these two, and only one of them is certain to come.
  worker.once('exit', giveBack).once('disconnect', giveBack);
}

/** Asks it to stop, and kills it if it does not. Resolves once it has ended. */
export async function endWorker(worker: Worker, killAfterMs: number): Promise<void> {
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  worker.process.kill('SIGTERM');
  const killing = setTimeout(() => worker.process.kill('SIGKILL'), killAfterMs);
  await ended;
  clearTimeout(killing);
}
