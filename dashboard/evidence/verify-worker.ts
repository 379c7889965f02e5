/**
 * Verifies an export beside the page, piece by piece as it is read. It has no network access: it only answers the
 * page.
 */
import { exportVerifier, parseVerifierKey, wordsOf } from '@assize/evidence-format';

export interface Question {
  file: File;
  /** Verifier keys, as text. */
  keys: string[];
  /** A checkpoint that the person kept; empty: none. */
  checkpoint: string;
}

export type Answer =
  | { kind: 'progress'; bytes: number }
  | { kind: 'report'; verdict: 'sound' | 'unsound' | 'unchecked'; trusted: boolean; lines: string[] }
  | { kind: 'failed'; message: string };

const PROGRESS_EVERY_BYTES = 4 * 1024 * 1024;
const post = (answer: Answer) => self.postMessage(answer);

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  try {
    await verify(data);
  } catch (error) {
    post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};

async function verify({ file, keys, checkpoint }: Question): Promise<void> {
  const verifier = exportVerifier({
    ...(keys.length > 0 && { verifierKeys: keys.map(parseVerifierKey) }),
    ...(checkpoint !== '' && { trustedCheckpoint: checkpoint }),
  });
  const reader = file.stream().getReader();
  let [bytes, told] = [0, 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    verifier.push(value);
    bytes += value.length;
    if (bytes - told < PROGRESS_EVERY_BYTES) continue;
    told = bytes;
    post({ kind: 'progress', bytes });
  }
  const report = verifier.finish();
  post({ kind: 'report', verdict: report.verdict, trusted: report.trusted, lines: wordsOf(report) });
}
