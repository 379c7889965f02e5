/**
 * The limits on the cost of one rule, and of one question to all rules. Costs are counted and not timed, so that the
 * same question gives the same answer on every machine. A unit stands for about ten nanoseconds of work, or several
 * times that before the code has been compiled.
 */

export const MAX_SOURCE_CHARACTERS = 2048;
/** Names, numbers and signs: a source that takes the parser a long time usually has many of them. */
export const MAX_TOKENS = 600;
/** Blanks in a row. */
export const MAX_BLANKS = 100;
/** Nested operators, calls and brackets. */
export const MAX_NESTING = 50;
/** Nested `exists`, `all`, `map` and the like. */
export const MAX_LOOP_NESTING = 4;
/**
 * Variables of a policy that build on one another: 8 of the deepest possible ones fit into a third of Node's stack.
 */
export const MAX_VARIABLE_NESTING = 8;
export const MAX_PATTERN_CHARACTERS = 500;
/** Instructions that a pattern compiles to. */
export const MAX_PATTERN_INSTRUCTIONS = 1000;

/** Enough for two loops over the 500 targets that an action may have. */
export const UNITS_OF_A_RULE = 500_000;
/** For all rules of one question together. */
export const UNITS_OF_A_QUESTION = 2_000_000;

export interface Bounds {
  ofRule: number;
  ofQuestion: number;
}

export const BOUNDS: Bounds = { ofRule: UNITS_OF_A_RULE, ofQuestion: UNITS_OF_A_QUESTION };
/** The earlier bounds, for verdicts recorded under them. Going over one was an error like any other (ADR 16). */
export const EARLIER_BOUNDS: Bounds = { ofRule: 300_000, ofQuestion: 1_000_000 };

/** The cost of evaluating one node. */
export const UNITS_OF_A_NODE = 20;
/**
 * The cost of a function's error, in addition to that of its node: it is thrown and caught, and goes through `||` and
 * `&&`.
 */
export const UNITS_OF_AN_ERROR = 100;
/** Characters that are copied or compared for one unit. */
export const CHARACTERS_OF_A_UNIT = 8;
/** Elements of a list that are copied for one unit. */
export const ELEMENTS_OF_A_UNIT = 4;
/** The cost of comparing two elements of a list or a map. */
export const UNITS_OF_AN_ELEMENT = 20;
/** The cost of one piece of a text that is split, or of one number that is added. */
export const UNITS_OF_A_PIECE = 4;
/** The cost of one instruction of a pattern at one character. */
export const UNITS_OF_AN_INSTRUCTION = 1;

/** The work of finding a rule false by precheck: the rule does not pay for it, but other requests wait for it. */
export const UNITS_OF_A_PRECHECK = 10;
/** The cost of reading a rule, for each of its characters. */
export const UNITS_OF_READING_A_CHARACTER = 200;
/** The cost of reading a refused rule: the parser collects all possible tokens at each place. */
export const UNITS_OF_REFUSING = 400_000;
