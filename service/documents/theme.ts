/** The look of documents: one page grid, one scale of type, one accent colour. */

/** A4 in points; the text stands between the margins, header and footer outside them. */
export const PAGE = { width: 595.28, height: 841.89, left: 48, right: 48, top: 74, bottom: 66 } as const;
export const TEXT_WIDTH = PAGE.width - PAGE.left - PAGE.right;
export const TEXT_BOTTOM = PAGE.height - PAGE.bottom;

export const COLOURS = {
  paper: '#ffffff',
  ink: '#17212b',
  muted: '#5a6672',
  faint: '#8b96a1',
  rule: '#cfd6dc',
  wash: '#f4f6f8',
  accent: '#0f5a73',
  alarm: '#8f1d2c',
} as const;

export type FontName = 'sans' | 'bold' | 'mono' | 'wide';

export const FONT_FILES: Record<FontName, string> = {
  sans: 'IBMPlexSans-Regular.ttf',
  bold: 'IBMPlexSans-SemiBold.ttf',
  mono: 'IBMPlexMono-Regular.ttf',
  /** Has scripts and signs that the other fonts lack. */
  wide: 'DejaVuSans.ttf',
};

export interface TextStyle {
  font: FontName;
  /** Points. */
  size: number;
  /** From one line to the next, in points. */
  leading: number;
  colour: string;
}

const { ink, muted, faint, accent, alarm } = COLOURS;

export const STYLES = {
  brand: { font: 'bold', size: 9, leading: 12, colour: accent },
  title: { font: 'bold', size: 28, leading: 34, colour: ink },
  subtitle: { font: 'sans', size: 13, leading: 18, colour: muted },
  heading: { font: 'bold', size: 17, leading: 22, colour: ink },
  subheading: { font: 'bold', size: 10, leading: 14, colour: ink },
  body: { font: 'sans', size: 9, leading: 13.5, colour: ink },
  label: { font: 'sans', size: 7.5, leading: 10.5, colour: muted },
  value: { font: 'sans', size: 9, leading: 12.5, colour: ink },
  valueMono: { font: 'mono', size: 8, leading: 12.5, colour: ink },
  figure: { font: 'bold', size: 19, leading: 23, colour: ink },
  column: { font: 'bold', size: 7, leading: 9.5, colour: muted },
  cell: { font: 'sans', size: 7.8, leading: 10.4, colour: ink },
  cellStrong: { font: 'bold', size: 7.8, leading: 10.4, colour: ink },
  cellQuiet: { font: 'sans', size: 7, leading: 9.6, colour: muted },
  cellAlarm: { font: 'sans', size: 7, leading: 9.6, colour: alarm },
  cellMono: { font: 'mono', size: 6.5, leading: 10.4, colour: ink },
  cellMonoQuiet: { font: 'mono', size: 6.5, leading: 9.6, colour: muted },
  running: { font: 'sans', size: 7.5, leading: 10, colour: muted },
  axis: { font: 'sans', size: 6.5, leading: 8.5, colour: faint },
} as const satisfies Record<string, TextStyle>;
