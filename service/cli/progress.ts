/** A progress bar, on terminals only, so that pipes and logs stay free of it. */
import { printLines, showProgressLine } from '@assize/evidence-format/terminal';

export interface ProgressBar {
  show(done: number, total: number): void;
  /** Leaves the bar unchanged, on a line of its own. */
  end(): void;
}

const WIDTH = 30;

/** @param things what is counted, in the plural. */
export function progressBar(things: string, stream: NodeJS.WriteStream = process.stderr): ProgressBar {
  let shown = '';
  return {
    show(done, total) {
      if (!stream.isTTY) return;
      const text = barOf(done, total, things);
      if (text === shown) return;
      shown = text;
      showProgressLine(text, stream);
    },
    end() {
      if (shown !== '') printLines([''], stream);
      shown = '';
    },
  };
}

function barOf(done: number, total: number, things: string): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(share * WIDTH);
  const percent = `${Math.floor(share * 100)}`.padStart(3);
  return `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${percent} % of ${total} ${things}`;
}
