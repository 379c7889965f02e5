/** The colours of the verdicts, which differ in lightness as well as in hue: the report can be read in black and white. */

/** From light to dark as the verdict grows graver. */
export const VERDICT_COLOURS: Record<string, string> = {
  proceed: '#a8d3bd',
  escalate: '#d1892c',
  block: '#7a1626',
};
/** Of everything that is no evaluation. */
export const OTHER_COLOUR = '#dfe4e8';
