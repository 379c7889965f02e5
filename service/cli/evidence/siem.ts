/** `assize siem verify`: proves what a sink was sent, from the machine itself. */
import { open as openFile } from 'node:fs/promises';
import { type StatedRange, statedRanges, type VerifiedRange, verifyRange } from '../../siem/sent/index.ts';
import { type ChainOptions, type Run, type ServiceCommand, withChain } from '../command.ts';
import { EXIT } from '../terminal.ts';

interface VerifyOptions extends ChainOptions {
  out?: string;
}

export function siemCommands(program: ServiceCommand): void {
  program
    .command('siem')
    .description('prove what was sent to a SIEM')
    .command('verify')
    .argument('<sink_id>', 'the sink; also one that was deleted')
    .onChain('whose sink')
    .description(
      `write everything that a sink was sent again, and compare it with what is on record; exits with ${EXIT.unsound} where it differs`,
    )
    .option('--out <file>', 'keep the messages in this new file, each in a line')
    .json()
    .run(verify, {
      json: (ranges: VerifiedRange[]) => ({ ranges: ranges.map(fieldsOf) }),
      lines: linesOf,
      exitCode: (ranges) => (ranges.some(({ result }) => result === 'differs') ? EXIT.unsound : 0),
    });
}

async function verify(
  { options, withService }: Run<VerifyOptions>,
  sinkId: string,
): Promise<VerifiedRange[]> {
  return withChain(withService, options, async ({ db }, chain) => {
    const ranges = await statedRanges(db, chain, sinkId);
    if (ranges.length === 0) throw new Error(`Nothing was sent to a sink ${sinkId} of this environment.`);
    const file = options.out === undefined ? null : await openFile(options.out, 'wx', 0o600);
    try {
      const verified: VerifiedRange[] = [];
      for (const range of ranges) {
        const messages: string[] = [];
        verified.push(await verifyRange(db, chain, sinkId, range, (message) => messages.push(message)));
        await file?.appendFile(messages.map((message) => `${message}\n`).join(''));
      }
      return verified;
    } finally {
      await file?.close();
    }
  });
}

const RESULTS: Record<VerifiedRange['result'], string> = {
  same: 'the same bytes',
  differs: 'DIFFERS from what is on record',
  removed: 'can no longer be compared: payloads were removed',
  forgotten: 'can no longer be compared: events are kept for 30 days',
};

function linesOf(ranges: readonly VerifiedRange[]): string[] {
  return ranges.map(({ result, removed, ...range }) => {
    const { stream, kind, messages, evidenceId } = range;
    const what = kind === 'gap' ? 'skipped' : `${messages} messages`;
    const record = evidenceId ?? 'not on record yet';
    const gone = removed > 0 ? ` (${removed} without a payload)` : '';
    return `${stream} ${placesOf(range)}: ${what}, ${RESULTS[result]}${gone}, ${record}`;
  });
}

function placesOf({ first, behind_last }: StatedRange): string {
  return `${first} to ${behind_last - 1}`;
}

function fieldsOf({ stream, kind, first, behind_last, messages, bytes, hash, ...range }: VerifiedRange) {
  const { result, removed, evidenceId } = range;
  return {
    ...{ stream, kind, first, last: behind_last - 1, messages, bytes, result, removed },
    hash: `sha256:${Buffer.from(hash).toString('hex')}`,
    evidence_id: evidenceId,
  };
}
